import {
  isTextField,
  type CataloguePosition,
  type TrackOrder,
} from "../../../domain/catalogue/catalogue-query.js";
import { foldText } from "../resemblance/folded-text.js";
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
  if (!isTextField(field)) return numberOrder(columns, field, direction);
  if (field === "source") return textOrder(columns, "source", direction, String);
  return textOrder(columns, `${field}Folded`, direction, (name) => foldText(String(name)));
}

/** @param kept converts a value of a position to the form of the column */
function textOrder(
  columns: CatalogueColumns,
  column: "artistFolded" | "trackNameFolded" | "source",
  direction: TrackOrder["direction"],
  kept: (value: CataloguePosition["value"]) => string,
): SlotOrder {
  const texts = columns.texts(column);
  const sign = direction === "asc" ? 1 : -1;
  const compareKeys = keyOrder(columns);
  const against = (slot: number, text: string): number => {
    const own = texts[slot] as string;
    if (own === text) return 0;
    return own < text ? -sign : sign;
  };
  return {
    compare: (a, b) => against(a, texts[b] as string) || compareKeys(a, columns.trackKeys[b]),
    compareWith: (slot, { value, trackKey }) =>
      against(slot, kept(value)) || compareKeys(slot, trackKey),
  };
}

function numberOrder(
  columns: CatalogueColumns,
  field: Parameters<CatalogueColumns["numbers"]>[0],
  direction: TrackOrder["direction"],
): SlotOrder {
  const sign = direction === "asc" ? 1 : -1;
  // A missing value comes after any number, in both directions.
  const weigh = (number: number): number => (Number.isNaN(number) ? Infinity : sign * number);
  const weights = columns.numbers(field).subarray(0, columns.size).map(weigh);
  const compareKeys = keyOrder(columns);
  const against = (slot: number, weight: number): number => {
    const own = weights[slot] as number;
    if (own === weight) return 0;
    return own < weight ? -1 : 1;
  };
  return {
    compare: (a, b) => against(a, weights[b] as number) || compareKeys(a, columns.trackKeys[b]),
    compareWith: (slot, { value, trackKey }) =>
      against(slot, weigh(Number(value ?? NaN))) || compareKeys(slot, trackKey),
  };
}

function keyOrder({
  trackKeys,
}: CatalogueColumns): (slot: number, trackKey: string | undefined) => number {
  return (slot, trackKey = "") => {
    const own = trackKeys[slot] as string;
    if (own === trackKey) return 0;
    return own < trackKey ? -1 : 1;
  };
}
