import type { PerformanceGroups } from "../../../domain/fingerprint/performance-groups.js";
import type { CatalogueColumns } from "./columns/catalogue-columns.js";
import type { SlotOrder } from "./slot-order.js";

/** The groups of recordings that count as one, by slot. */
export interface SlotGroups {
  /** How many there are. */
  readonly count: number;
  /** By slot: the index of its group in [0, count), or -1 where it counts by itself. Empty where `count` is 0. */
  readonly groupOf: Int32Array;
}

/** Returns the groups of the slots of now. The time grows with the recordings in groups. */
export function groupsBySlot(
  columns: CatalogueColumns,
  { groups }: Pick<PerformanceGroups, "groups">,
): SlotGroups {
  const groupOf = new Int32Array(groups.length === 0 ? 0 : columns.size).fill(-1);
  for (const [index, group] of groups.entries()) {
    for (const recordingId of group) {
      const slot = columns.slotOf(recordingId);
      if (slot !== undefined) groupOf[slot] = index;
    }
  }
  return { count: groups.length, groupOf };
}

/**
 * Moves the slots of which none of the same group is before in an order to the beginning of the list, and returns
 * them.
 */
export function collapsedSlots(
  slots: Uint32Array,
  { count, groupOf }: SlotGroups,
  { compare, weights: by }: Pick<SlotOrder, "compare" | "weights">,
): Uint32Array {
  if (count === 0) return slots;
  const weights = by?.weights;
  const sign = by?.sign ?? 1;
  const firstOf = new Int32Array(count).fill(-1);
  for (const slot of slots) {
    const group = groupOf[slot] as number;
    if (group < 0) continue;
    const first = firstOf[group] as number;
    if (first < 0) {
      firstOf[group] = slot;
      continue;
    }
    const difference = weights
      ? sign * ((weights[slot] as number) - (weights[first] as number))
      : 0;
    if (difference < 0 || (!(difference > 0) && compare(slot, first) < 0)) firstOf[group] = slot;
  }
  let kept = 0;
  for (const slot of slots) {
    const group = groupOf[slot] as number;
    if (group < 0 || firstOf[group] === slot) slots[kept++] = slot;
  }
  return slots.subarray(0, kept);
}
