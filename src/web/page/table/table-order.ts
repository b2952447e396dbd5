import { DESCRIPTORS } from "../generated/shown-descriptors.js";
import type { TrackOrderField } from "../generated/documents.js";

/** The order of a table, as the server has it. */
export interface TableOrder {
  readonly field: TrackOrderField;
  readonly direction: "ASC" | "DESC";
}

/** The orders that are offered, in the order in which they are. */
export const TABLE_ORDERS: readonly TrackOrderField[] = [
  ...(["ARTIST", "TRACK_NAME", "ALBUM", "ALBUM_ARTIST", "YEAR", "GENRE"] as const),
  ...(["LABEL", "COMPOSER", "ADDED_AT", "DURATION_MS"] as const),
  ...(["FOLDER", "FORMAT", "BIT_RATE_KBPS", "SOURCE", "SERVER"] as const),
  ...(["RATING", "PLAY_COUNT", "PLAYED_AT", "FAVOURITE_AT"] as const),
  ...DESCRIPTORS.map(({ column }) => column).filter((column) => column !== "MODE"),
];

/** Those that begin with what is newest, or most. */
const DESCENDING: ReadonlySet<TrackOrderField> = new Set([
  ...(["YEAR", "ADDED_AT", "BIT_RATE_KBPS"] as const),
  ...(["RATING", "PLAY_COUNT", "PLAYED_AT", "FAVOURITE_AT"] as const),
  ...DESCRIPTORS.filter(({ kind }) => kind === "share" || kind === "mood").map(
    ({ column }) => column,
  ),
]);

/** Returns an order in the direction that it usually has. */
export const usualOrder = (field: TrackOrderField): TableOrder => ({
  field,
  direction: DESCENDING.has(field) ? "DESC" : "ASC",
});

/** Returns the order in the other direction. */
export const turned = ({ field, direction }: TableOrder): TableOrder => ({
  field,
  direction: direction === "ASC" ? "DESC" : "ASC",
});

/** Returns the name of an order in the texts and in addresses: `addedAt` of `ADDED_AT`. */
export const orderName = (field: TrackOrderField): string =>
  field.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Returns the name of an order over REST: `mood.sad` of `SAD`. */
export function parameterName(field: TrackOrderField): string {
  const isMood = DESCRIPTORS.some(({ column, kind }) => column === field && kind === "mood");
  return `${isMood ? "mood." : ""}${orderName(field)}`;
}

/** Returns an order as REST has it: `-mood.sad`. */
export const orderParameter = ({ field, direction }: TableOrder): string =>
  `${direction === "DESC" ? "-" : ""}${parameterName(field)}`;

/** Returns the order of an address, `tempo` or `-tempo`; the first one where it says none that is known. */
export function orderIn(text: string, first: TableOrder): TableOrder {
  const isDescending = text.startsWith("-");
  const name = isDescending ? text.slice(1) : text;
  const field = TABLE_ORDERS.find((one) => orderName(one) === name);
  return field === undefined ? first : { field, direction: isDescending ? "DESC" : "ASC" };
}

/** Returns an order for an address; empty for the first one. */
export function orderText({ field, direction }: TableOrder, first: TableOrder): string {
  if (field === first.field && direction === first.direction) return "";
  return `${direction === "DESC" ? "-" : ""}${orderName(field)}`;
}
