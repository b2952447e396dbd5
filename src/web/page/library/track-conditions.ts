import { oneOf, queryWith, type AddressCodec } from "../address/address.js";
import type { KindCondition, RecordingPresence, TrackFilter } from "../generated/documents.js";
import type { NamedCondition } from "../parts/library-address.js";
import { orderIn, orderParameter, orderText, type TableOrder } from "../table/table-order.js";

/** The conditions on the tracks of the list, as they are typed, and its order. */
export interface TrackConditions {
  readonly text: string;
  /** A whole name; empty for all. */
  readonly artist: string;
  /** A whole title; empty for all. */
  readonly album: string;
  /** A folder with all below it; empty for all. */
  readonly folder: string;
  readonly tempoFrom: string;
  readonly tempoTo: string;
  /** Whether half and double of a tempo are within its bounds, too. */
  readonly foldTempo: boolean;
  readonly compatibleKey: string;
  readonly yearFrom: string;
  readonly yearTo: string;
  /** Empty for all. */
  readonly genre: string;
  /** Empty for all. */
  readonly format: string;
  readonly file: "any" | "with" | "without";
  readonly presence: RecordingPresence;
  readonly kind: KindCondition;
  readonly order: TableOrder;
}

export const TRACK_KINDS: readonly KindCondition[] = ["ANY", "MUSIC", "SPEECH", "OTHER"];
export const PRESENCES: readonly RecordingPresence[] = ["PRESENT", "GONE", "ANY"];
export const FILE_CHOICES = ["any", "with", "without"] as const;

const NAMED: readonly NamedCondition[] = ["artist", "album", "genre", "folder"];

/** An album is listed as it is heard; other tracks by their artists. */
const firstOrder = (album: string): TableOrder => ({
  field: album === "" ? "ARTIST" : "ALBUM",
  direction: "ASC",
});

/** `#/library?genre=Waltz&tempo.gte=90&sort=-year`, with the names of the API; or `#/library/genre/Waltz`. */
export const libraryListAddress: AddressCodec<TrackConditions> = {
  read: ({ argument, query }) => {
    const given = (name: string): string => query.get(name) ?? "";
    const named = (name: NamedCondition): string =>
      argument.startsWith(`${name}/`) ? argument.slice(name.length + 1) : given(name);
    return {
      text: given("text"),
      artist: named("artist"),
      album: named("album"),
      folder: named("folder"),
      tempoFrom: given("tempo.gte"),
      tempoTo: given("tempo.lte"),
      foldTempo: given("foldTempo") === "true",
      compatibleKey: given("camelotCompatibleWith"),
      yearFrom: given("year.gte"),
      yearTo: given("year.lte"),
      genre: named("genre"),
      format: given("format"),
      file: oneOf(given("file"), FILE_CHOICES, "any"),
      presence: oneOf(given("presence"), PRESENCES, "PRESENT"),
      kind: oneOf(given("kind"), TRACK_KINDS, "ANY"),
      order: orderIn(given("sort"), firstOrder(named("album"))),
    };
  },
  write: (conditions) => {
    const { file, foldTempo, presence, kind, order } = conditions;
    const names = NAMED.filter((name) => conditions[name] !== "");
    const [only] = names;
    const query = queryWith({
      text: conditions.text,
      ...(names.length > 1 && Object.fromEntries(names.map((name) => [name, conditions[name]]))),
      "tempo.gte": conditions.tempoFrom,
      "tempo.lte": conditions.tempoTo,
      foldTempo: foldTempo ? "true" : "",
      camelotCompatibleWith: conditions.compatibleKey,
      "year.gte": conditions.yearFrom,
      "year.lte": conditions.yearTo,
      format: conditions.format,
      file: file === "any" ? "" : file,
      presence: presence === "PRESENT" ? "" : presence,
      kind: kind === "ANY" ? "" : kind,
      sort: orderText(order, firstOrder(conditions.album)),
    });
    // One name alone has the address that leads to it from a row.
    const argument = only !== undefined && names.length === 1 ? `${only}/${conditions[only]}` : "";
    return { argument, query };
  },
};

/** Returns the conditions as a filter of the API. */
export function trackFilterOf(conditions: TrackConditions): TrackFilter {
  const { tempoFrom, tempoTo, yearFrom, yearTo, foldTempo } = conditions;
  const { file, presence, kind } = conditions;
  const given = (text: string): string | null => (text.trim() === "" ? null : text.trim());
  const only = (text: string): readonly string[] | null => {
    const value = given(text);
    return value === null ? null : [value];
  };
  const bound = (value: string): number | null => {
    const number = Number.parseFloat(value.replace(",", "."));
    return Number.isNaN(number) ? null : number;
  };
  // A year counts once all of its digits are typed.
  const yearOf = (value: string): number | null =>
    /^[1-9][0-9]{3}$/.test(value.trim()) ? Number(value) : null;
  return {
    text: given(conditions.text),
    artist: only(conditions.artist),
    album: only(conditions.album),
    folder: only(conditions.folder),
    presence,
    kind,
    foldTempo,
    hasFile: file === "any" ? null : file === "with",
    tempo: { gte: bound(tempoFrom), lte: bound(tempoTo) },
    year: { gte: yearOf(yearFrom), lte: yearOf(yearTo) },
    genre: only(conditions.genre),
    format: only(conditions.format),
    camelotCompatibleWith: given(conditions.compatibleKey),
  };
}

/** Returns the conditions and the order as the query of a URL over REST. */
export function trackQueryOf(conditions: TrackConditions): string {
  const { presence, kind, order } = conditions;
  const { text, tempo, year, hasFile, foldTempo, camelotCompatibleWith } =
    trackFilterOf(conditions);
  const written = (value: string | number | boolean | null | undefined): string =>
    String(value ?? "");
  const query = queryWith({
    text: written(text),
    ...Object.fromEntries(
      [...NAMED, "format" as const].map((name) => [name, conditions[name].trim()]),
    ),
    "tempo.gte": written(tempo?.gte),
    "tempo.lte": written(tempo?.lte),
    foldTempo: foldTempo === true ? "true" : "",
    "year.gte": written(year?.gte),
    "year.lte": written(year?.lte),
    camelotCompatibleWith: written(camelotCompatibleWith),
    hasFile: written(hasFile),
    presence: presence === "PRESENT" ? "" : presence.toLowerCase(),
    kind: kind === "ANY" ? "" : kind.toLowerCase(),
    order: orderParameter(order),
  });
  return query.toString();
}
