import type { CataloguePosition } from "../../../domain/catalogue/catalogue-query.js";
import { LeadingSlots } from "../../../domain/catalogue/leading-slots.js";
import type { SlicedWork } from "../../../ports/analysis/sound-catalogue.js";
import type { SlotOrder, SlotRanking } from "./slot-order.js";

/** One slot of so many is in the sample that bounds a search for the first ones. */
const SAMPLED = 64;

/**
 * Moves the slots that are behind a position to the beginning of the list, or those before it where the
 * side is -1, and returns them.
 */
export function slotsBeside(
  slots: Uint32Array,
  { comparisonWith, weights: by }: SlotOrder,
  position: CataloguePosition,
  side: 1 | -1,
): Uint32Array {
  const compare = comparisonWith(position);
  const weights = by?.weights;
  const weight = by?.weightOf(position.value) ?? NaN;
  const direction = side * (by?.sign ?? 1);
  let kept = 0;
  for (let index = 0; index < slots.length; index += 1) {
    const slot = slots[index] as number;
    const difference =
      weights === undefined ? NaN : direction * ((weights[slot] as number) - weight);
    if (difference < 0) continue;
    if (difference > 0 || side * compare(slot) > 0) slots[kept++] = slot;
  }
  return slots.subarray(0, kept);
}

/**
 * Moves the first slots of an order to the beginning of the list, and returns those behind them, in no particular order. The time
 * grows with the length of the list, and not with the number of slots that are left out.
 *
 * Source: C. A. R. Hoare, "Algorithm 65: FIND", Communications of the ACM, 1961.
 *
 * @param offset how many are left out, >= 0
 */
export function* slotsFrom(
  slots: Uint32Array,
  order: SlotRanking,
  offset: number,
): SlicedWork<Uint32Array> {
  let [from, to] = [0, slots.length];
  // What is before `from` is among the first ones already, and what is from `to` on is behind them.
  while (from < offset && offset < to) {
    const place = from + placeOfPivot(slots.subarray(from, to), order);
    if (offset <= place) to = place;
    else from = place + 1;
    yield;
  }
  return slots.subarray(offset);
}

/** Moves what is before one of the slots to the beginning of the list, and returns the place where that one is then. */
function placeOfPivot(slots: Uint32Array, { compare, weights: by }: SlotRanking): number {
  const last = slots.length - 1;
  // The middle of three, so that lists that are in order already are halved.
  const three = [0, last >> 1, last].sort((one, other) =>
    compare(slots[one] as number, slots[other] as number),
  );
  swap(slots, three[1] as number, last);
  const pivot = slots[last] as number;
  const weights = by?.weights;
  const sign = by?.sign ?? 1;
  const weight = weights?.[pivot] ?? NaN;
  let place = 0;
  for (let index = 0; index < last; index += 1) {
    const slot = slots[index] as number;
    const difference = weights === undefined ? NaN : sign * ((weights[slot] as number) - weight);
    if (difference > 0) continue;
    if (difference < 0 || compare(slot, pivot) < 0) swap(slots, index, place++);
  }
  swap(slots, place, last);
  return place;
}

function swap(slots: Uint32Array, one: number, other: number): void {
  const slot = slots[one] as number;
  slots[one] = slots[other] as number;
  slots[other] = slot;
}

/** Returns the first slots of an order; the list is changed. */
export function firstSlots(slots: Uint32Array, order: SlotRanking, max: number): readonly number[] {
  const { compare } = order;
  const leading = new LeadingSlots({ max, compare });
  for (const slot of withoutLast(slots, order, max)) {
    if (leading.last === undefined || compare(slot, leading.last) < 0) leading.offer(slot);
  }
  return leading.slots();
}

/**
 * Moves the slots that may be among the first ones to the beginning of the list, and returns them: those
 * whose weight, or key where the values are equal, is not behind that of the last one of a sample. Without it, slots in the reverse order,
 * such as by date from the newest on, are all candidates when they are reached.
 */
function withoutLast(
  slots: Uint32Array,
  { compare, weights: by, ties }: SlotRanking,
  max: number,
): Uint32Array {
  if (by === undefined || slots.length < SAMPLED * max) return slots;
  const sample = new LeadingSlots({ max, compare });
  for (let index = 0; index < slots.length; index += SAMPLED) {
    const slot = slots[index] as number;
    if (sample.last === undefined || compare(slot, sample.last) < 0) sample.offer(slot);
  }
  const bound = sample.slots()[max - 1];
  if (bound === undefined) return slots;
  const { weights, sign, areValues } = by;
  const { firstHalves, sign: tieSign } = ties;
  const weight = sign * (weights[bound] as number);
  const half = areValues ? tieSign * (firstHalves[bound] as number) : Infinity;
  let kept = 0;
  for (let index = 0; index < slots.length; index += 1) {
    const slot = slots[index] as number;
    const own = sign * (weights[slot] as number);
    // Missing values, which are not numbers, are kept.
    if (own > weight || (own === weight && tieSign * (firstHalves[slot] as number) > half))
      continue;
    slots[kept++] = slot;
  }
  return slots.subarray(0, kept);
}
