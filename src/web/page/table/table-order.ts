import { DESCRIPTORS } from "../generated/shown-descriptors.js";
import type { TrackOrderField } from "../generated/documents.js";

/** The order of a table, as the server has it. */
export interface TableOrder {
  readonly field: TrackOrderField;
  readonly direction: "ASC" | "DESC";
  /** Of a random order: the same number gives the same order. */
  readonly seed?: number;
}

/** The orders that are offered, in the order in which they are. */
export const TABLE_ORDERS: readonly TrackOrderField[] = [
  ...(["ARTIST", "TRACK_NAME", "ALBUM", "ALBUM_ARTIST", "YEAR", "GENRE"] as const),
  ...(["LABEL", "COMPOSER", "ADDED_AT", "DURATION_MS"] as const),
  ...(["FOLDER", "FORMAT", "BIT_RATE_KBPS", "SOURCE", "SERVER"] as const),
  ...(["RATING", "PLAY_COUNT", "PLAYED_AT", "FAVOURITE_AT"] as const),
  ...DESCRIPTORS.map(({ column }) => column).filter((column) => column !== "MODE"),
  "RANDOM",
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

const SEEDS = 1e9;

/** Returns a random order that was most likely not there before. */
export const shuffled = (): TableOrder => ({
  ...{ field: "RANDOM", direction: "ASC", seed: Math.floor(Math.random() * SEEDS) },
});

/** Returns the name of an order in the texts and in addresses: `addedAt` of `ADDED_AT`. */
export const orderName = (field: TrackOrderField): string =>
  field.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Returns the name of an order over REST: `mood.sad` of `SAD`. */
export function parameterName(field: TrackOrderField): string {
  const isMood = DESCRIPTORS.some(({ column, kind }) => column === field && kind === "mood");
  return `${isMood ? "mood." : ""}${orderName(field)}`;
}

/** Returns an order as REST has it: `-mood.sad`, `random:7`. */
export const orderParameter = (order: TableOrder): string =>
  signed(order, parameterName(order.field));

const signed = ({ direction, seed }: TableOrder, name: string): string =>
  `${direction === "DESC" ? "-" : ""}${name}${seed === undefined ? "" : `:${String(seed)}`}`;

/** Returns the order of a text, by the names that fields have there; `undefined` where it is none of a table. */
function namedOrder(
  text: string,
  nameOf: (field: TrackOrderField) => string,
): TableOrder | undefined {
  const [, minus = "", name = "", digits] = /^(-?)([A-Za-z.]+)(?::([0-9]{1,9}))?$/.exec(text) ?? [];
  const field = TABLE_ORDERS.find((one) => nameOf(one) === name);
  if (field === undefined || (digits !== undefined && field !== "RANDOM")) return undefined;
  const seed = digits !== undefined && { seed: Number(digits) };
  return { field, direction: minus === "-" ? "DESC" : "ASC", ...seed };
}

/** Returns the order that REST has as a text; the first one of the server where it is none of a table, or none at all. */
export const orderOf = (text: string | null): TableOrder =>
  namedOrder(text ?? "", parameterName) ?? { field: "ARTIST", direction: "ASC" };

/** Returns the order of an address, `tempo` or `-tempo`; the first one where it says none that is known. */
export function orderIn(text: string, first: TableOrder): TableOrder {
  return namedOrder(text, orderName) ?? first;
}

/** Returns an order for an address; empty for the first one. */
export function orderText(order: TableOrder, first: TableOrder): string {
  const { field, direction } = order;
  if (field === first.field && direction === first.direction) return "";
  return signed(order, orderName(field));
}
