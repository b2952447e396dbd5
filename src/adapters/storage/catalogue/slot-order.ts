import type { CataloguePosition, TrackOrder } from "../../../domain/catalogue-query.js";
import { foldText } from "../resemblance/folded-text.js";
import type { CatalogueColumns } from "./catalogue-columns.js";

/** An order of the catalogue: absent values last in either direction, ties by track key. */
export interface SlotOrder {
  /** Below 0 where slot `a` stands before slot `b`. */
  readonly compare: (a: number, b: number) => number;

  /** Below 0 where the slot stands before the position. */
  readonly compareWith: (slot: number, position: CataloguePosition) => number;
}

/** The order of the columns as they are now; names without regard to case and diacritics. */
export function slotOrder(columns: CatalogueColumns, order: TrackOrder): SlotOrder {
  return order.field === "artist" || order.field === "trackName"
    ? textOrder(columns, order.field, order.direction)
    : numberOrder(columns, order.field, order.direction);
}

function textOrder(
  columns: CatalogueColumns,
  field: "artist" | "trackName",
  direction: TrackOrder["direction"],
): SlotOrder {
  const texts = columns.texts(`${field}Folded`);
  const { trackKeys } = columns;
  const sign = direction === "asc" ? 1 : -1;
  const text = (slot: number): string => texts[slot] ?? "";
  const key = (slot: number): string => trackKeys[slot] ?? "";
  return {
    compare: (a, b) => sign * compare(text(a), text(b)) || compare(key(a), key(b)),
    compareWith: (slot, { value, trackKey }) =>
      sign * compare(text(slot), foldText(String(value))) || compare(key(slot), trackKey),
  };
}

function numberOrder(
  columns: CatalogueColumns,
  field: Exclude<TrackOrder["field"], "artist" | "trackName">,
  direction: TrackOrder["direction"],
): SlotOrder {
  const numbers = columns.numbers(field);
  const { trackKeys } = columns;
  const sign = direction === "asc" ? 1 : -1;
  // What is absent weighs more than any number, whichever direction.
  const weigh = (number: number): number => (Number.isNaN(number) ? Infinity : sign * number);
  const weight = (slot: number): number => weigh(numbers[slot] ?? NaN);
  const key = (slot: number): string => trackKeys[slot] ?? "";
  return {
    compare: (a, b) => compare(weight(a), weight(b)) || compare(key(a), key(b)),
    compareWith: (slot, { value, trackKey }) =>
      compare(weight(slot), weigh(Number(value ?? NaN))) || compare(key(slot), trackKey),
  };
}

function compare<Value extends string | number>(a: Value, b: Value): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
