import {
  isTextField,
  type CataloguePosition,
  type TrackOrder,
} from "../../../domain/catalogue/catalogue-query.js";
import { foldText } from "../../../domain/track/folded-text.js";
import type { CatalogueColumns } from "./catalogue-columns.js";

/** An order of the catalogue: missing values last in both directions, equal values by track key. */
export interface SlotOrder {
  /** Negative where slot `a` is before slot `b`. */
  readonly compare: (a: number, b: number) => number;

  /** Negative where the slot is before the position. */
  readonly compareWith: (slot: number, position: CataloguePosition) => number;
}

/** Returns the order for the present columns; names are compared without case and diacritics. */
export function slotOrder(columns: CatalogueColumns, order: TrackOrder): SlotOrder {
  const { field, direction } = order;
  const sign = direction === "asc" ? 1 : -1;
  if (field === "source") return orderBy(columns, columns.texts("source"), String, sign);
  if (isTextField(field)) {
    return orderBy(
      columns,
      columns.texts(`${field}Folded`),
      (name) => foldText(String(name)),
      sign,
    );
  }
  // A missing value comes after any number, in both directions.
  const weigh = (number: number): number => (Number.isNaN(number) ? Infinity : sign * number);
  const weights = columns.numbers(field).subarray(0, columns.size).map(weigh);
  return orderBy(columns, weights, (value) => weigh(Number(value ?? NaN)), 1);
}

/**
 * @param values by slot
 * @param toValue converts the value of a position to one of these values
 */
function orderBy<Value extends string | number>(
  { trackKeys }: CatalogueColumns,
  values: ArrayLike<Value>,
  toValue: (value: CataloguePosition["value"]) => Value,
  sign: 1 | -1,
): SlotOrder {
  const against = (slot: number, value: Value, trackKey: string): number => {
    const own = values[slot] as Value;
    if (own !== value) return own < value ? -sign : sign;
    const ownKey = trackKeys[slot] as string;
    if (ownKey === trackKey) return 0;
    return ownKey < trackKey ? -1 : 1;
  };
  return {
    compare: (a, b) => against(a, values[b] as Value, trackKeys[b] as string),
    compareWith: (slot, { value, trackKey }) => against(slot, toValue(value), trackKey),
  };
}
