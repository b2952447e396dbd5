import type { PerformanceGroups } from "../../../domain/fingerprint/performance-groups.js";
import type { CatalogueColumns } from "./columns/catalogue-columns.js";
import type { SlotOrder } from "./slot-order.js";

/**
 * Moves the slots of which none of the same group is before in an order to the beginning of the list, and returns
 * them. The time grows with the recordings in groups, which are few.
 */
export function collapsedSlots(
  columns: CatalogueColumns,
  slots: Uint32Array,
  { groups }: PerformanceGroups,
  { compare }: Pick<SlotOrder, "compare">,
): Uint32Array {
  if (groups.length === 0) return slots;
  /** By slot: whether it is in the list, and no earlier one of its group is. */
  const isKept = new Uint8Array(columns.size);
  for (const slot of slots) isKept[slot] = 1;
  for (const group of groups) {
    let first: number | undefined;
    for (const recordingId of group) {
      const slot = columns.slotOf(recordingId);
      if (slot === undefined || isKept[slot] === 0) continue;
      const isEarlier = first === undefined || compare(slot, first) < 0;
      const later = isEarlier ? first : slot;
      if (later !== undefined) isKept[later] = 0;
      if (isEarlier) first = slot;
    }
  }
  let kept = 0;
  for (const slot of slots) if (isKept[slot] === 1) slots[kept++] = slot;
  return slots.subarray(0, kept);
}
