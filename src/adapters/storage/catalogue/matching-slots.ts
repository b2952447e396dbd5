import { estimateFields } from "../../../domain/analysis/descriptors.js";
import { boundsOf, type TrackFilter } from "../../../domain/catalogue/catalogue-query.js";
import { knownFlagNames, knownOrderNames } from "../../../domain/catalogue/known-fields.js";
import { comparedTag, textTags } from "../../../domain/catalogue/text-tags.js";
import type { Range } from "../../../domain/range.js";
import type { MusicalKey } from "../../../domain/analysis/musical-key.js";
import {
  isOfKind,
  recordingKinds,
  type KindCondition,
} from "../../../domain/analysis/recording-kind.js";
import type { CatalogueColumns } from "./columns/catalogue-columns.js";
import { searchedWords } from "../../../domain/catalogue/searched-words.js";

/**
 * Returns the slots of the analyses that pass the filter, ascending: valid until the next call for the
 * same columns.
 */
export function matchingSlots(columns: CatalogueColumns, filter: TrackFilter): Uint32Array {
  const { text, source, kind = "any", keys, tags = {} } = filter;
  const { confidences, presence = "present" } = filter;
  const slots = columns.allSlots();
  // Each condition moves the slots that pass it to the beginning; it has a loop of its own, because a
  // call for each slot takes longer than the comparison.
  let count = slots.length;
  for (const field of knownOrderNames) {
    count = keepWithin(columns.numbers(field), filter[field], slots, count);
  }
  for (const field of knownFlagNames) {
    const wanted = filter[field];
    if (wanted !== undefined) count = keepFlag(columns.numbers(field), wanted, slots, count);
  }
  if (presence !== "any") {
    count = keepFlag(columns.numbers("isGone"), presence === "gone", slots, count);
  }
  for (const field of estimateFields) {
    count = keepWithinAny(columns.numbers(field), boundsOf(filter, field), slots, count);
    count = keepWithin(columns.numbers(`confidence.${field}`), confidences?.[field], slots, count);
  }
  count = keepOfKind(columns.numbers("kind"), kind, slots, count);
  if (keys !== undefined) count = keepInKeys(columns, keys, slots, count);
  if (source !== undefined) count = columns.labels("source").keepAny([source], slots, count);
  for (const field of textTags) {
    const wanted = tags[field]?.map((value) => comparedTag(field, value));
    if (wanted !== undefined) count = columns.labels(field).keepAny(wanted, slots, count);
  }
  // Words are compared last, because that takes the most time.
  for (const word of searchedWords(text ?? "")) {
    count = columns.names.keepContaining(word, slots, count);
  }
  return slots.subarray(0, count);
}

/** Keeps the slots with a number in the range; a slot without a number does not pass. */
function keepWithin(
  numbers: Float64Array,
  { gte = -Infinity, lte = Infinity }: Range = {},
  slots: Uint32Array,
  count: number,
): number {
  if (gte === -Infinity && lte === Infinity) return count;
  let kept = 0;
  for (let index = 0; index < count; index += 1) {
    const slot = slots[index] as number;
    const number = numbers[slot] as number;
    slots[kept] = slot;
    // Without a branch, which the processor could not foresee.
    kept += Number(number >= gte) & Number(number <= lte);
  }
  return kept;
}

/** Keeps the slots with a flag, which is 1 or 0. */
function keepFlag(
  flags: Float64Array,
  isWanted: boolean,
  slots: Uint32Array,
  count: number,
): number {
  const wanted = Number(isWanted);
  return keepWithin(flags, { gte: wanted, lte: wanted }, slots, count);
}

/** Keeps the slots with a number in one of the ranges. */
function keepWithinAny(
  numbers: Float64Array,
  ranges: readonly (Range | undefined)[],
  slots: Uint32Array,
  count: number,
): number {
  if (ranges.length === 1) return keepWithin(numbers, ranges[0], slots, count);
  let kept = 0;
  for (let index = 0; index < count; index += 1) {
    const slot = slots[index] as number;
    const number = numbers[slot] as number;
    const isWithin = ranges.some(
      ({ gte = -Infinity, lte = Infinity } = {}) => number >= gte && number <= lte,
    );
    if (isWithin) slots[kept++] = slot;
  }
  return kept;
}

/** Keeps the slots of a kind. */
function keepOfKind(
  kinds: Float64Array,
  wanted: KindCondition,
  slots: Uint32Array,
  count: number,
): number {
  if (wanted === "any") return count;
  let kept = 0;
  for (let index = 0; index < count; index += 1) {
    const slot = slots[index] as number;
    // Not an integer where the kind is not known, and no index then.
    const kind = recordingKinds[kinds[slot] as number] ?? null;
    if (isOfKind(kind, wanted)) slots[kept++] = slot;
  }
  return kept;
}

function keepInKeys(
  columns: CatalogueColumns,
  keys: readonly MusicalKey[],
  slots: Uint32Array,
  count: number,
): number {
  const wanted = new Uint8Array(24);
  for (const { tonic, mode } of keys) wanted[2 * tonic + mode] = 1;
  const tonics = columns.numbers("key");
  const modes = columns.numbers("mode");
  let kept = 0;
  for (let index = 0; index < count; index += 1) {
    const slot = slots[index] as number;
    const key = 2 * (tonics[slot] as number) + (modes[slot] as number);
    // An index that is not an integer is looked up as a property name, which is slow.
    if (key >= 0 && wanted[key | 0] === 1) slots[kept++] = slot;
  }
  return kept;
}
