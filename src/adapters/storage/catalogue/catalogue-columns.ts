import { estimateFields, type EstimateField } from "../../../domain/analysis.js";
import type { TrackKey } from "../../../domain/track-key.js";
import type { AnalysesTable } from "../analysis-row.js";

/** What of an analysis decides whether and where it is listed. */
export type CatalogueRow = Pick<
  AnalysesTable,
  | EstimateField
  | "trackKey"
  | "source"
  | "artistFolded"
  | "trackNameFolded"
  | "durationMs"
  | "analyzedAt"
  | "confidences"
>;

/** The columns of text and what stands in them. */
type TextColumn = "artistFolded" | "trackNameFolded" | "source";

/** The columns of numbers beside the estimates. */
type PlainNumber = "durationMs" | "analyzedAt";

/** A column of numbers: one of the analysis, an estimate, or how sure that is. */
export type NumberColumn = PlainNumber | EstimateField | `${EstimateField}Confidence`;

const numberColumns: readonly NumberColumn[] = [
  "durationMs",
  "analyzedAt",
  ...estimateFields,
  ...estimateFields.map((field) => `${field}Confidence` as const),
];

const FIRST_CAPACITY = 1024;

/**
 * The catalogue in memory, a column at a time, so that all of it can be looked through in
 * milliseconds. Each analysis has a slot, an integer in [0, size); slots are dense, and change
 * hands when an analysis goes.
 */
export class CatalogueColumns {
  readonly #slots = new Map<string, number>();
  readonly #trackKeys: TrackKey[] = [];
  readonly #texts: Readonly<Record<TextColumn, string[]>> = {
    artistFolded: [],
    trackNameFolded: [],
    source: [],
  };
  readonly #numbers = new Map<NumberColumn, Float64Array>();
  #capacity = 0;

  /** How many analyses there are. */
  get size(): number {
    return this.#trackKeys.length;
  }

  /** Track keys by slot. */
  get trackKeys(): readonly TrackKey[] {
    return this.#trackKeys;
  }

  /** Texts by slot. */
  texts(column: TextColumn): readonly string[] {
    return this.#texts[column];
  }

  /** Numbers by slot, `NaN` where there is none; perhaps longer than `size`. */
  numbers(column: NumberColumn): Float64Array {
    return this.#numbers.get(column) ?? new Float64Array();
  }

  /** Adds an analysis, or replaces the one of its key. */
  put(row: CatalogueRow): void {
    const slot = this.#slots.get(row.trackKey) ?? this.size;
    this.#makeRoomFor(slot);
    this.#slots.set(row.trackKey, slot);
    this.#trackKeys[slot] = row.trackKey as TrackKey;
    for (const column of ["artistFolded", "trackNameFolded", "source"] as const) {
      this.#texts[column][slot] = row[column];
    }
    this.#set("durationMs", slot, row.durationMs);
    this.#set("analyzedAt", slot, row.analyzedAt);
    const confidences = JSON.parse(row.confidences) as Partial<Record<EstimateField, number>>;
    for (const field of estimateFields) {
      this.#set(field, slot, row[field]);
      this.#set(`${field}Confidence`, slot, confidences[field]);
    }
  }

  /** Drops the analysis of a key; a stranger is ignored. The last one takes its slot. */
  remove(trackKey: string): void {
    const slot = this.#slots.get(trackKey);
    if (slot === undefined) return;
    const last = this.size - 1;
    for (const column of [...Object.values(this.#texts), this.#trackKeys]) {
      column[slot] = column[last] ?? "";
      column.length = last;
    }
    for (const column of this.#numbers.values()) column.copyWithin(slot, last, last + 1);
    const moved = this.#trackKeys[slot];
    if (moved !== undefined) this.#slots.set(moved, slot);
    this.#slots.delete(trackKey);
  }

  #set(column: NumberColumn, slot: number, value: number | null | undefined): void {
    this.numbers(column)[slot] = value ?? NaN;
  }

  #makeRoomFor(slot: number): void {
    if (slot < this.#capacity) return;
    this.#capacity = Math.max(FIRST_CAPACITY, 2 * this.#capacity);
    for (const name of numberColumns) {
      const column = new Float64Array(this.#capacity);
      column.set(this.numbers(name));
      this.#numbers.set(name, column);
    }
  }
}
