import type { ColumnsRequest, TrackColumns } from "../../../domain/catalogue/catalogue-query.js";
import type { CatalogueColumns } from "./columns/catalogue-columns.js";
import { matchingSlots } from "./matching-slots.js";

/**
 * Copies values of the analyses that pass a filter. Of more than the limit, those at
 * equal distances are copied, so that they are spread over the whole catalogue.
 */
export function copiedColumns(
  columns: CatalogueColumns,
  { fields, filter, limit }: ColumnsRequest,
): TrackColumns {
  const matching = matchingSlots(columns, filter);
  const slots = thinned(matching, limit);
  return {
    count: slots.length,
    totalCount: matching.length,
    trackKeys: columns.keys("trackKey").bytesOf(slots),
    columns: fields.map((field) => valuesOf(columns.numbers(field), slots)),
  };
}

/** Returns at most as many of the slots, at equal distances. */
function thinned(slots: Uint32Array, limit: number): Uint32Array {
  if (slots.length <= limit) return slots;
  const distance = slots.length / limit;
  return Uint32Array.from(
    { length: limit },
    (_, index) => slots[Math.floor(index * distance)] ?? 0,
  );
}

function valuesOf(numbers: Float64Array, slots: Uint32Array): Float32Array {
  const values = new Float32Array(slots.length);
  for (let index = 0; index < slots.length; index += 1) {
    values[index] = numbers[slots[index] as number] as number;
  }
  return values;
}
