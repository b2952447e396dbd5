import {
  isTextField,
  type CataloguePosition,
  type TrackOrder,
} from "../../../domain/catalogue/catalogue-query.js";
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
  const { field, direction } = order;
  if (!isTextField(field)) return numberOrder(columns, field, direction);
  if (field === "source") return textOrder(columns, "source", direction, String);
  return textOrder(columns, `${field}Folded`, direction, (name) => foldText(String(name)));
}

/** @param kept a value of a position as the column keeps it */
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
  // What is absent weighs more than any number, whichever direction.
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
