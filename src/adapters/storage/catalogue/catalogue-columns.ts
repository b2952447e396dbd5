import { estimateFields, type EstimateField } from "../../../domain/analysis/descriptors.js";
import {
  confidenceFields,
  type ConfidenceField,
} from "../../../domain/catalogue/catalogue-query.js";
import type { RecordingKey } from "../../../domain/track/recording.js";
import type { TrackKey } from "../../../domain/track/track-key.js";
import type { AnalysesTable } from "../analyses/analysis-row.js";
import { searchedNames } from "./searched-words.js";

/** The columns that filters and orders use, in the order in which `put` takes them. */
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

/** Index of the first estimate. */
const FIRST_ESTIMATE = catalogueRowColumns.length - estimateFields.length;

/** The columns of text; searched words are looked for in the names. */
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

/** The columns of an estimate, looked up once and not for each row. */
interface EstimateColumns {
  readonly field: EstimateField;
  readonly values: Float64Array;
  readonly confidences: Float64Array;
}

/** Some analyses, column by column. */
export interface CataloguePortion {
  readonly texts: Readonly<Record<TextColumn, readonly string[]>>;
  /** All values of the first of `numberColumns`, then all of the second, and so on. */
  readonly numbers: Float64Array;
}

const FIRST_CAPACITY = 1024;

/**
 * The catalogue in memory, column by column, so that all of it can be searched in milliseconds. Each
 * analysis has a slot, an integer in [0, size). Slots are dense: when an analysis is removed, the last
 * one moves to its slot.
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

  /** Number of analyses. */
  get size(): number {
    return this.#texts.trackKey.length;
  }

  /** Track keys by slot. */
  get trackKeys(): readonly TrackKey[] {
    return this.#texts.trackKey as TrackKey[];
  }

  /** Recording keys by slot. */
  get recordingKeys(): readonly RecordingKey[] {
    return this.#texts.recordingKey as RecordingKey[];
  }

  /** Texts by slot. */
  texts(column: TextColumn): readonly string[] {
    return this.#texts[column];
  }

  /** Numbers by slot, `NaN` where there is none; the array may be longer than `size`. */
  numbers(column: NumberColumn): Float64Array {
    return this.#numbers[column];
  }

  /** Reserves memory for so many more analyses, so that adding them copies nothing. */
  reserve(count: number): void {
    if (count > this.#capacity) this.#setCapacity(count);
  }

  /** Adds the analysis of a row from `offset` on, or replaces the one of its key. */
  put(row: CatalogueRow, offset = 0): void {
    const textAt = (index: number): string => row[offset + index] as string;
    const trackKey = textAt(0);
    const slot = this.#slots.get(trackKey) ?? this.size;
    this.#ensureCapacity(slot + 1);
    this.#slots.set(trackKey, slot);
    this.#texts.trackKey[slot] = trackKey;
    // An analysis without a recording key, from an older version, counts as a recording of its own.
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

  /** Removes the analysis of a key; an unknown key is ignored. The last analysis moves to its slot. */
  remove(trackKey: string): void {
    const slot = this.#slots.get(trackKey);
    if (slot === undefined) return;
    this.#slots.delete(trackKey);
    this.#removeSlot(slot);
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

  /** Adds the analyses of a portion, except those whose key exists already. */
  append({ texts, numbers }: CataloguePortion): void {
    const first = this.size;
    const count = texts.trackKey.length;
    this.#ensureCapacity(first + count);
    for (const column of textColumns) this.#texts[column].push(...texts[column]);
    numberColumns.forEach((column, index) => {
      const added = numbers.subarray(index * count, (index + 1) * count);
      this.#numbers[column].set(added, first);
    });
    // From the end, so that an analysis that moves to a removed one's slot is indexed already.
    for (let slot = first + count - 1; slot >= first; slot -= 1) {
      const trackKey = texts.trackKey[slot - first] as string;
      if (this.#slots.has(trackKey)) this.#removeSlot(slot);
      else this.#slots.set(trackKey, slot);
    }
  }

  /** Removes the analysis in a slot; the last analysis moves there. */
  #removeSlot(slot: number): void {
    const last = this.size - 1;
    const moved = this.#texts.trackKey[last] as string;
    if (slot < last) this.#slots.set(moved, slot);
    for (const column of Object.values(this.#texts)) {
      column[slot] = column[last] as string;
      column.length = last;
    }
    for (const column of Object.values(this.#numbers)) column.copyWithin(slot, last, last + 1);
  }

  #ensureCapacity(count: number): void {
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
