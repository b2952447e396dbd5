import { estimateFields } from "../../../domain/analysis/descriptors.js";
import type { Range, TrackFilter } from "../../../domain/catalogue/catalogue-query.js";
import type { MusicalKey } from "../../../domain/analysis/musical-key.js";
import type { CatalogueColumns } from "./catalogue-columns.js";
import { searchedWords } from "./searched-words.js";

/** Returns the slots of the analyses that pass the filter, ascending. */
export function matchingSlots(columns: CatalogueColumns, filter: TrackFilter): Uint32Array {
  const { text, source, keys, durationMs, estimates, confidences } = filter;
  const matching = new MatchingSlots(columns);
  matching.keepWithin(columns.numbers("durationMs"), durationMs);
  for (const field of estimateFields) {
    matching.keepWithin(columns.numbers(field), estimates?.[field]);
    matching.keepWithin(columns.numbers(`confidence.${field}`), confidences?.[field]);
  }
  if (keys !== undefined) matching.keepInKeys(keys);
  if (source !== undefined) matching.keepFrom(source);
  // Words are compared last, because that takes the most time.
  for (const word of searchedWords(text ?? "")) matching.keepNamed(word);
  return matching.slots;
}

/** The slots that have passed the conditions so far. */
class MatchingSlots {
  slots: Uint32Array;
  readonly #columns: CatalogueColumns;

  constructor(columns: CatalogueColumns) {
    this.#columns = columns;
    this.slots = new Uint32Array(columns.size);
    for (let slot = 0; slot < columns.size; slot += 1) this.slots[slot] = slot;
  }

  /** Keeps the slots with a number in the range; a slot without a number does not pass. */
  keepWithin(numbers: Float64Array, range: Range = {}): void {
    const { gte = -Infinity, lte = Infinity } = range;
    if (gte === -Infinity && lte === Infinity) return;
    this.#keep((slot) => {
      const number = numbers[slot] ?? NaN;
      return number >= gte && number <= lte;
    });
  }

  keepInKeys(keys: readonly MusicalKey[]): void {
    const wanted = new Uint8Array(24);
    for (const { tonic, mode } of keys) wanted[2 * tonic + mode] = 1;
    const tonics = this.#columns.numbers("key");
    const modes = this.#columns.numbers("mode");
    this.#keep((slot) => {
      const key = 2 * (tonics[slot] ?? NaN) + (modes[slot] ?? NaN);
      // An index that is not an integer is looked up as a property name, which is slow.
      return key >= 0 && wanted[key | 0] === 1;
    });
  }

  keepFrom(source: string): void {
    const sources = this.#columns.texts("source");
    this.#keep((slot) => sources[slot] === source);
  }

  keepNamed(word: string): void {
    const names = this.#columns.texts("names");
    this.#keep((slot) => names[slot]?.includes(word) === true);
  }

  #keep(passes: (slot: number) => boolean): void {
    const { slots } = this;
    let count = 0;
    for (const slot of slots) if (passes(slot)) slots[count++] = slot;
    this.slots = slots.subarray(0, count);
  }
}
