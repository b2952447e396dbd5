import { queryWith, type AddressCodec } from "../address/address.js";
import type { FacetField, TrackFilter } from "../generated/documents.js";
import { DESCRIPTORS, type ShownDescriptor } from "../generated/shown-descriptors.js";
import type { NamedCondition } from "../parts/library-address.js";
import { orderIn, orderParameter, orderText, type TableOrder } from "../table/table-order.js";

/**
 * How a condition is stated: by words, whole names, values that the tracks have, one of fixed values, yes or no, or by bounds.
 * `unit` is how much of the API's unit one of the control's is; `separator` is what stands between several values over REST, of
 * which a track must have one, and is absent where there is one value at most.
 */
type Statement =
  | { readonly kind: "words" | "flag" | "check" | "days" | "years" }
  | { readonly kind: "name"; readonly separator?: string }
  | { readonly kind: "counted"; readonly facet: FacetField; readonly separator?: string }
  | { readonly kind: "choice" | "count"; readonly values: readonly string[] }
  | { readonly kind: "bounds"; readonly unit: number };

/** Separates names, as in tags. */
const NAMES_SEPARATOR = "; ";

/** Every condition of the API but those that `keyIn` and `MEASURED` state. */
const STATEMENTS = {
  text: { kind: "words" },
  artist: { kind: "name", separator: NAMES_SEPARATOR },
  album: { kind: "name" },
  genre: { kind: "counted", facet: "GENRE", separator: NAMES_SEPARATOR },
  keyIn: { kind: "counted", facet: "KEY", separator: "," },
  camelotCompatibleWith: { kind: "words" },
  tempo: { kind: "bounds", unit: 1 },
  foldTempo: { kind: "check" },
  year: { kind: "years" },
  albumArtist: { kind: "name", separator: NAMES_SEPARATOR },
  composer: { kind: "name", separator: NAMES_SEPARATOR },
  label: { kind: "counted", facet: "LABEL", separator: NAMES_SEPARATOR },
  durationMs: { kind: "bounds", unit: 60_000 },
  kind: { kind: "choice", values: ["music", "speech", "other"] },
  folder: { kind: "name" },
  format: { kind: "counted", facet: "FORMAT", separator: NAMES_SEPARATOR },
  bitRateKbps: { kind: "bounds", unit: 1 },
  source: { kind: "counted", facet: "SOURCE" },
  addedAt: { kind: "days" },
  hasFile: { kind: "flag" },
  presence: { kind: "choice", values: ["gone", "any"] },
  server: { kind: "counted", facet: "SERVER", separator: NAMES_SEPARATOR },
  isFavourite: { kind: "flag" },
  isPlayed: { kind: "flag" },
  rating: { kind: "bounds", unit: 1 },
  playCount: { kind: "bounds", unit: 1 },
  playedAt: { kind: "days" },
  favouriteAt: { kind: "days" },
} as const satisfies Readonly<
  Record<
    Exclude<keyof TrackFilter, ShownDescriptor | "mood" | "confidence" | "analysed"> | "tempo",
    Statement
  >
>;

/** The name of a condition that is not on a measured value, as in the API; the tempo is among them. */
type StatedName = keyof typeof STATEMENTS;

/** A condition that the list has a control of. */
export interface Condition {
  readonly name: StatedName | Exclude<ShownDescriptor, "key" | "mode">;
  /** What stands before its name in the API: "mood." for a mood. */
  readonly prefix: string;
  readonly statement: Statement;
}

/** Returns whether a condition is not on a measured value, or on the tempo. */
export const isStated = (name: Condition["name"]): name is StatedName =>
  Object.hasOwn(STATEMENTS, name);

const statedBy = (...names: readonly StatedName[]): readonly Condition[] =>
  names.map((name) => ({ name, prefix: "", statement: STATEMENTS[name] }));

/** How much of the unit of a share one per cent is. */
export const PERCENT = 0.01;

const MEASURED: readonly Condition[] = DESCRIPTORS.flatMap(({ name, kind }) => {
  if (name === "tempo" || name === "key" || name === "mode") return [];
  const statement: Statement =
    kind === "integer"
      ? { kind: "count", values: ["2", "3", "4", "5", "6", "7"] }
      : { kind: "bounds", unit: kind === "measure" ? 1 : PERCENT };
  return [{ name, prefix: kind === "mood" ? "mood." : "", statement }];
});

/** The conditions in groups, of which all but the first are one click away. */
export const CONDITION_GROUPS = {
  main: statedBy(
    ...(["text", "artist", "album", "genre", "tempo", "foldTempo"] as const),
    ...(["keyIn", "camelotCompatibleWith", "year"] as const),
  ),
  more: statedBy(
    ...(["albumArtist", "composer", "label", "durationMs", "kind", "folder"] as const),
    ...(["format", "bitRateKbps", "source", "addedAt", "hasFile", "presence"] as const),
  ),
  servers: statedBy(
    ...(["server", "isFavourite", "isPlayed", "rating", "playCount"] as const),
    ...(["playedAt", "favouriteAt"] as const),
  ),
  sound: MEASURED,
} as const;

export const CONDITIONS: readonly Condition[] = Object.values(CONDITION_GROUPS).flat();

/** The fields whose values are counted for the controls. */
export const COUNTED_FIELDS: readonly FacetField[] = CONDITIONS.flatMap(({ statement }) =>
  statement.kind === "counted" ? [statement.facet] : [],
);

/** The conditions on the tracks of the list, and its order. */
export interface TrackConditions {
  /** What is stated, by the names of the parameters of the REST API, in its units; without what is not stated. */
  readonly stated: Readonly<Record<string, string>>;
  readonly order: TableOrder;
}

/** Returns the names of the parameters that state a condition: two for bounds, or else one. */
export function parametersOf({ name, prefix, statement }: Condition): readonly string[] {
  const isBounded = ["bounds", "years", "days"].includes(statement.kind);
  return isBounded ? [`${prefix}${name}.gte`, `${prefix}${name}.lte`] : [`${prefix}${name}`];
}

/** A key in one of the notations of the API: "8A", "1m", "A minor", "Bbm". */
const KEY =
  /^(?:0?[1-9]|1[0-2])[abdm]$|^[a-g]\s?(?:#|♯|sharp|b|♭|flat)?\s*(?:major|maj|minor|min|m)?$/iu;

/** Returns the value of a parameter that a text states, in the units of the API; an empty text where it states none. */
export function valueIn(text: string, { name, statement }: Condition): string {
  const value = text.trim();
  if (name === "keyIn" || name === "camelotCompatibleWith") {
    const keys = value.split(",").map((key) => key.trim());
    return keys.filter((key) => KEY.test(key)).join();
  }
  switch (statement.kind) {
    case "flag":
      return ["true", "false"].includes(value) ? value : "";
    case "check":
      return value === "true" ? value : "";
    case "choice":
    case "count":
      return statement.values.includes(value) ? value : "";
    case "years":
      // A year counts once all of its digits are typed.
      return /^[1-9][0-9]{3}$/.test(value) ? value : "";
    case "days":
      return /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(value) ? value : "";
    case "bounds":
      return /^[+-]?[0-9]*[.,]?[0-9]+$/.test(value) ? String(Number(value.replace(",", "."))) : "";
    default:
      return value;
  }
}

/** Returns what separates several values of a condition; `undefined` where it has one at most. */
export const separatorOf = ({ statement }: Condition): string | undefined =>
  statement.kind === "name" || statement.kind === "counted" ? statement.separator : undefined;

/** Returns the values that the text of a condition on names states. */
export function statedValuesOf(text: string, condition: Condition): readonly string[] {
  const separator = separatorOf(condition)?.trim();
  const values = separator === undefined ? [text] : text.split(separator);
  return values.map((value) => value.trim()).filter((value) => value !== "");
}

/** Returns what a query states, by the names of the parameters. */
export const statedIn = (query: URLSearchParams): TrackConditions["stated"] =>
  Object.fromEntries(
    CONDITIONS.flatMap((condition) =>
      parametersOf(condition).map(
        (parameter) => [parameter, valueIn(query.get(parameter) ?? "", condition)] as const,
      ),
    ).filter(([, value]) => value !== ""),
  );

/** Returns what is stated with another value of a parameter; an empty text states nothing. */
export function withStated(
  stated: TrackConditions["stated"],
  parameter: string,
  value: string,
): TrackConditions["stated"] {
  if (value === (stated[parameter] ?? "")) return stated;
  const others = Object.fromEntries(Object.entries(stated).filter(([name]) => name !== parameter));
  return value === "" ? others : { ...others, [parameter]: value };
}

const NAMED: readonly NamedCondition[] = ["artist", "album", "genre", "folder"];

/** An album is listed as it is heard; other tracks by their artists. */
const firstOrder = (album = ""): TableOrder => ({
  field: album === "" ? "ARTIST" : "ALBUM",
  direction: "ASC",
});

/** `#/library?genre=Waltz&tempo.gte=90&sort=-year`, with the parameters of the REST API; or `#/library/genre/Waltz`. */
export const libraryListAddress: AddressCodec<TrackConditions> = {
  read: ({ argument, query }) => {
    const name = NAMED.find((one) => argument.startsWith(`${one}/`));
    const given = new URLSearchParams(query);
    if (name !== undefined) given.set(name, argument.slice(name.length + 1));
    const stated = statedIn(given);
    return { stated, order: orderIn(query.get("sort") ?? "", firstOrder(stated["album"])) };
  },
  write: ({ stated, order }) => {
    const names = NAMED.filter((name) => stated[name] !== undefined);
    const [only] = names;
    const sort = orderText(order, firstOrder(stated["album"]));
    if (only === undefined || names.length > 1) return { query: queryWith({ ...stated, sort }) };
    // One name alone has the address that leads to it from a row.
    const { [only]: name, ...others } = stated;
    return { argument: `${only}/${name ?? ""}`, query: queryWith({ ...others, sort }) };
  },
};

/** Returns the conditions as a filter of the API. */
export function trackFilterOf({ stated }: Pick<TrackConditions, "stated">): TrackFilter {
  const fields = CONDITIONS.flatMap((condition) => {
    const values = parametersOf(condition).map((parameter) => stated[parameter]);
    if (values.every((value) => value === undefined)) return [];
    return [[condition, filterValueOf(condition, values)] as const];
  });
  const fieldsWith = (wanted: string): Record<string, unknown> =>
    Object.fromEntries(
      fields
        .filter(([{ prefix }]) => prefix === wanted)
        .map(([{ name }, value]) => [name, value] as const),
    );
  const mood = fieldsWith("mood.");
  return { ...fieldsWith(""), ...(Object.keys(mood).length > 0 && { mood }) };
}

function filterValueOf(
  condition: Condition,
  [first, second]: readonly (string | undefined)[],
): unknown {
  const numberIn = (text: string | undefined): number | null =>
    text === undefined ? null : Number(text);
  const { name, statement } = condition;
  switch (statement.kind) {
    case "bounds":
    case "years":
      return { gte: numberIn(first), lte: numberIn(second) };
    case "days":
      return { gte: first ?? null, lte: second ?? null };
    case "flag":
    case "check":
      return first === "true";
    case "choice":
      return first?.toUpperCase();
    case "count":
      return numberIn(first);
    case "name":
    case "counted":
      return name === "source" ? first : statedValuesOf(first ?? "", condition);
    case "words":
      return first;
  }
}

/** Returns the conditions and the order as the query of a URL over REST. */
export const trackQueryOf = ({ stated, order }: TrackConditions): string =>
  queryWith({ ...stated, order: orderParameter(order) }).toString();
