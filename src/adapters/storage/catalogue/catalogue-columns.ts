import { estimateFields, type EstimateField } from "../../../domain/analysis/analysis.js";
import {
  confidenceFields,
  type ConfidenceField,
} from "../../../domain/catalogue/catalogue-query.js";
import type { RecordingKey } from "../../../domain/track/recording.js";
import type { TrackKey } from "../../../domain/track/track-key.js";
import type { AnalysesTable } from "../analyses/analysis-row.js";
import { searchedNames } from "./searched-words.js";

/** What of an analysis decides whether and where it is listed, in the order that `put` takes it. */
export const catalogueRowColumns = [
  "trackKey",
  "source",
  "artist",
  "trackName",
  "artistFolded",
  "trackNameFolded",
  "durationMs",
  "analyzedAt",
  "confidences",
  "recordingKey",
  ...estimateFields,
] as const satisfies readonly (keyof AnalysesTable)[];

/** The values of a row by `catalogueRowColumns`; those of estimates are numbers or `null`. */
export type CatalogueRow = readonly unknown[];

/** Where the estimates begin. */
const FIRST_ESTIMATE = catalogueRowColumns.length - estimateFields.length;

/** The columns of text; names are what words are looked for in. */
export const textColumns = [
  "trackKey",
  "recordingKey",
  "artistFolded",
  "trackNameFolded",
  "names",
  "source",
] as const;

type TextColumn = (typeof textColumns)[number];

/** The columns of numbers that are filtered and ordered by. */
type NumberColumn = "durationMs" | "analyzedAt" | EstimateField | ConfidenceField;

export const numberColumns: readonly NumberColumn[] = [
  "durationMs",
  "analyzedAt",
  ...estimateFields,
  ...confidenceFields,
];

/** The columns of an estimate, found once and not for each row. */
interface EstimateColumns {
  readonly field: EstimateField;
  readonly values: Float64Array;
  readonly confidences: Float64Array;
}

/** Some analyses, a column at a time. */
export interface CataloguePortion {
  readonly texts: Readonly<Record<TextColumn, readonly string[]>>;
  /** All of the first of `numberColumns`, then all of the second one, and so on. */
  readonly numbers: Float64Array;
}

const FIRST_CAPACITY = 1024;

/**
 * The catalogue in memory, a column at a time, so that all of it can be looked through in
 * milliseconds. Each analysis has a slot, an integer in [0, size); slots are dense, and change
 * hands when an analysis goes.
 */
export class CatalogueColumns {
  readonly #slots = new Map<string, number>();
  readonly #texts: Readonly<Record<TextColumn, string[]>> = {
    trackKey: [],
    recordingKey: [],
    artistFolded: [],
    trackNameFolded: [],
    names: [],
    source: [],
  };
  #numbers = emptyColumns(numberColumns);
  #estimates: readonly EstimateColumns[] = [];
  #capacity = 0;

  /** How many analyses there are. */
  get size(): number {
    return this.#texts.trackKey.length;
  }

  /** Track keys by slot. */
  get trackKeys(): readonly TrackKey[] {
    return this.#texts.trackKey as TrackKey[];
  }

  /** By slot: the recording that an analysis is of. */
  get recordingKeys(): readonly RecordingKey[] {
    return this.#texts.recordingKey as RecordingKey[];
  }

  /** Texts by slot. */
  texts(column: TextColumn): readonly string[] {
    return this.#texts[column];
  }

  /** Numbers by slot, `NaN` where there is none; perhaps longer than `size`. */
  numbers(column: NumberColumn): Float64Array {
    return this.#numbers[column];
  }

  /** Makes room for as many analyses at once, which saves copying while they are added. */
  reserve(count: number): void {
    if (count > this.#capacity) this.#setCapacity(count);
  }

  /** Adds the analysis of a row from `offset` on, or replaces the one of its key. */
  put(row: CatalogueRow, offset = 0): void {
    const textAt = (index: number): string => row[offset + index] as string;
    const trackKey = textAt(0);
    const slot = this.#slots.get(trackKey) ?? this.size;
    this.#makeRoomFor(slot + 1);
    this.#slots.set(trackKey, slot);
    this.#texts.trackKey[slot] = trackKey;
    // Analyses that are older than recordings are of one each.
    this.#texts.recordingKey[slot] = (row[offset + 9] ?? trackKey) as string;
    this.#texts.source[slot] = textAt(1);
    this.#texts.artistFolded[slot] = textAt(4);
    this.#texts.trackNameFolded[slot] = textAt(5);
    this.#texts.names[slot] = searchedNames(textAt(2), textAt(3));
    this.#numbers.durationMs[slot] = row[offset + 6] as number;
    this.#numbers.analyzedAt[slot] = row[offset + 7] as number;
    const confidences = JSON.parse(textAt(8)) as Partial<Record<EstimateField, number>>;
    for (let index = 0; index < this.#estimates.length; index += 1) {
      const estimate = this.#estimates[index] as EstimateColumns;
      estimate.values[slot] = (row[offset + FIRST_ESTIMATE + index] as number | null) ?? NaN;
      estimate.confidences[slot] = confidences[estimate.field] ?? NaN;
    }
  }

  /** Drops the analysis of a key; an unknown key is ignored. The last one takes its slot. */
  remove(trackKey: string): void {
    const slot = this.#slots.get(trackKey);
    if (slot === undefined) return;
    this.#slots.delete(trackKey);
    this.#vacate(slot);
  }

  /** Copies the analyses of the slots in [first, end). */
  portion(first: number, end: number): CataloguePortion {
    const count = end - first;
    const numbers = new Float64Array(numberColumns.length * count);
    numberColumns.forEach((column, index) => {
      numbers.set(this.#numbers[column].subarray(first, end), index * count);
    });
    const texts = textColumns.map((column) => [column, this.#texts[column].slice(first, end)]);
    return { texts: Object.fromEntries(texts) as CataloguePortion["texts"], numbers };
  }

  /** Adds the analyses of a portion, except those whose key is there already. */
  append({ texts, numbers }: CataloguePortion): void {
    const first = this.size;
    const count = texts.trackKey.length;
    this.#makeRoomFor(first + count);
    for (const column of textColumns) this.#texts[column].push(...texts[column]);
    numberColumns.forEach((column, index) => {
      const added = numbers.subarray(index * count, (index + 1) * count);
      this.#numbers[column].set(added, first);
    });
    // From the end, so that what takes the slot of one that is there already has its own entry.
    for (let slot = first + count - 1; slot >= first; slot -= 1) {
      const trackKey = texts.trackKey[slot - first] as string;
      if (this.#slots.has(trackKey)) this.#vacate(slot);
      else this.#slots.set(trackKey, slot);
    }
  }

  /** Drops what is in a slot; the last one takes it. */
  #vacate(slot: number): void {
    const last = this.size - 1;
    const moved = this.#texts.trackKey[last] as string;
    if (slot < last) this.#slots.set(moved, slot);
    for (const column of Object.values(this.#texts)) {
      column[slot] = column[last] as string;
      column.length = last;
    }
    for (const column of Object.values(this.#numbers)) column.copyWithin(slot, last, last + 1);
  }

  #makeRoomFor(count: number): void {
    if (count <= this.#capacity) return;
    this.#setCapacity(Math.max(FIRST_CAPACITY, 2 * this.#capacity, count));
  }

  #setCapacity(capacity: number): void {
    this.#capacity = capacity;
    this.#numbers = mapColumns(this.#numbers, (column) => grown(column, this.#capacity));
    this.#estimates = estimateFields.map((field) => ({
      field,
      values: this.#numbers[field],
      confidences: this.#numbers[`confidence.${field}`],
    }));
  }
}

type Columns<Name extends string> = Readonly<Record<Name, Float64Array>>;

function emptyColumns<Name extends string>(names: readonly Name[]): Columns<Name> {
  return Object.fromEntries(names.map((name) => [name, new Float64Array()])) as Columns<Name>;
}

function mapColumns<Name extends string>(
  columns: Columns<Name>,
  change: (column: Float64Array) => Float64Array,
): Columns<Name> {
  const entries = Object.entries<Float64Array>(columns);
  return Object.fromEntries(
    entries.map(([name, column]) => [name, change(column)]),
  ) as Columns<Name>;
}

function grown(column: Float64Array, capacity: number): Float64Array {
  const larger = new Float64Array(capacity);
  larger.set(column);
  return larger;
}
