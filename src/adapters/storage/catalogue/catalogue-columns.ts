import { estimateFields, type EstimateField } from "../../../domain/analysis/descriptors.js";
import {
  confidenceFields,
  type ConfidenceField,
} from "../../../domain/catalogue/catalogue-query.js";
import type { MeasuredTrack } from "../../../domain/catalogue/measured-track.js";
import { similarityFields, type SimilarityField } from "../../../domain/catalogue/similarity.js";
import type { RecordingKey } from "../../../domain/track/recording.js";
import type { TrackKey } from "../../../domain/track/track-key.js";
import type { SoundTable } from "../../../ports/analysis/sound-catalogue.js";
import type { AnalysesTable, StoredEstimates } from "../analyses/analysis-row.js";
import { searchedNames } from "./searched-words.js";
import { SoundColumns } from "./sound-columns.js";

/** The columns of a row that the catalogue is made of. */
export const catalogueRowColumns = [
  "trackKey",
  "source",
  "artist",
  "trackName",
  "artistFolded",
  "trackNameFolded",
  "durationMs",
  "analyzedAt",
  "estimates",
  "recordingKey",
] as const satisfies readonly (keyof AnalysesTable)[];

/** A row of the catalogue. */
export type CatalogueRow = Pick<AnalysesTable, (typeof catalogueRowColumns)[number]>;

/** The columns of text; words are searched in the names. */
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

/** The columns of an estimate. */
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
export class CatalogueColumns implements SoundTable {
  readonly #slots = new Map<string, number>();
  readonly #texts = byColumn(textColumns, (): string[] => []);
  #numbers = byColumn(numberColumns, () => new Float64Array());
  /** Looked up once and not for each row, which takes a third of the time of reading all rows. */
  #estimates: readonly EstimateColumns[] = [];
  readonly #sound = new SoundColumns();
  #capacity = 0;

  /** Number of analyses. */
  get size(): number {
    return this.#texts.trackKey.length;
  }

  get trackKeys(): readonly TrackKey[] {
    return this.#texts.trackKey as TrackKey[];
  }

  get recordingKeys(): readonly RecordingKey[] {
    return this.#texts.recordingKey as RecordingKey[];
  }

  get spreads(): SoundTable["spreads"] {
    return this.#sound.spreads;
  }

  coordinates(field: SimilarityField): Float32Array {
    return this.#sound.coordinates(field);
  }

  measuredAt(slot: number): MeasuredTrack {
    const trackKey = this.trackKeys[slot] as TrackKey;
    const recordingKey = this.recordingKeys[slot] as RecordingKey;
    const values = byColumn(similarityFields, (field) => {
      const value = this.#numbers[field][slot] as number;
      return Number.isNaN(value) ? null : value;
    });
    return { trackKey, recordingKey, values };
  }

  /** Texts by slot. */
  texts(column: TextColumn): readonly string[] {
    return this.#texts[column];
  }

  /** Numbers by slot, `NaN` where there is none; the array may be longer than `size`. */
  numbers(column: NumberColumn): Float64Array {
    return this.#numbers[column];
  }

  /** Adds the analysis of a row, or replaces the one of its key. */
  put(row: CatalogueRow): void {
    const { trackKey } = row;
    const known = this.#slots.get(trackKey);
    const slot = known ?? this.size;
    if (known !== undefined) this.#sound.remove(known);
    this.ensureCapacity(slot + 1);
    this.#slots.set(trackKey, slot);
    const [texts, numbers] = [this.#texts, this.#numbers];
    texts.trackKey[slot] = trackKey;
    // An analysis without a recording key, from an older version, counts as a recording of its own.
    texts.recordingKey[slot] = row.recordingKey ?? trackKey;
    texts.source[slot] = row.source;
    texts.artistFolded[slot] = row.artistFolded;
    texts.trackNameFolded[slot] = row.trackNameFolded;
    texts.names[slot] = searchedNames(row.artist, row.trackName);
    numbers.durationMs[slot] = row.durationMs;
    numbers.analyzedAt[slot] = row.analyzedAt;
    const estimates = JSON.parse(row.estimates) as StoredEstimates;
    for (const { field, values, confidences } of this.#estimates) {
      const estimate = estimates[field];
      values[slot] = estimate?.[0] ?? NaN;
      confidences[slot] = estimate?.[1] ?? NaN;
    }
    this.#sound.add(numbers, slot, slot + 1);
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
    return { texts: byColumn(textColumns, (name) => this.#texts[name].slice(first, end)), numbers };
  }

  /** Adds the analyses of a portion, except those whose key exists already. */
  append({ texts, numbers }: CataloguePortion): void {
    const first = this.size;
    const count = texts.trackKey.length;
    const end = first + count;
    this.ensureCapacity(end);
    for (const column of textColumns) this.#texts[column].push(...texts[column]);
    numberColumns.forEach((column, index) => {
      const added = numbers.subarray(index * count, (index + 1) * count);
      this.#numbers[column].set(added, first);
    });
    this.#sound.add(this.#numbers, first, end);
    // From the end, so that an analysis that moves to a removed one's slot is indexed already.
    for (let slot = end - 1; slot >= first; slot -= 1) {
      const trackKey = texts.trackKey[slot - first] as string;
      if (this.#slots.has(trackKey)) this.#removeSlot(slot);
      else this.#slots.set(trackKey, slot);
    }
  }

  /** Makes room for as many analyses, at least twice as many as before. */
  ensureCapacity(count: number): void {
    if (count <= this.#capacity) return;
    this.#capacity = Math.max(FIRST_CAPACITY, 2 * this.#capacity, count);
    this.#numbers = byColumn(numberColumns, (name) => {
      const larger = new Float64Array(this.#capacity);
      larger.set(this.#numbers[name]);
      return larger;
    });
    this.#estimates = estimateFields.map((field) => ({
      field,
      values: this.#numbers[field],
      confidences: this.#numbers[`confidence.${field}`],
    }));
    this.#sound.setCapacity(this.#capacity);
  }

  /** Removes the analysis in a slot; the last analysis moves there. */
  #removeSlot(slot: number): void {
    const last = this.size - 1;
    const moved = this.#texts.trackKey[last] as string;
    if (slot < last) this.#slots.set(moved, slot);
    this.#sound.remove(slot, last);
    for (const column of Object.values(this.#texts)) {
      column[slot] = column[last] as string;
      column.length = last;
    }
    for (const column of Object.values(this.#numbers)) column.copyWithin(slot, last, last + 1);
  }
}

function byColumn<Name extends string, Column>(
  names: readonly Name[],
  columnOf: (name: Name) => Column,
): Readonly<Record<Name, Column>> {
  const entries = names.map((name) => [name, columnOf(name)]);
  return Object.fromEntries(entries) as Record<Name, Column>;
}
