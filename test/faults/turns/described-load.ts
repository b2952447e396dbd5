import { readFileSync } from "node:fs";
import { EMBEDDING_LENGTH } from "../../../src/domain/analysis/sound-embedding.js";
import { ANALYSIS_VERSION } from "../../../src/dsp/index.js";
import { MAX_PLAYLIST_LENGTH } from "../../../src/domain/playlist/playlist.js";
import {
  buildSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  parse,
  visit,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
} from "graphql";
import {
  InterfaceDescription,
  type DescribedOperation,
  type DescribedParameter,
} from "../../rest/description/interface-description.js";
import type { RunOptions } from "../options.js";
import { audiomuseValues } from "./audiomuse-values.js";

/** Things that a library has, which requests are made of. */
export interface LibrarySample {
  /** Two tracks of the library. */
  readonly trackKeys: readonly [string, string];
  readonly recordingId: string;
  readonly artist: string;
  readonly trackName: string;
  /** A playlist of tracks that sound like these two. */
  readonly playlistId: string;
  /** A playlist with rows, and the revision that it has. */
  readonly rows: { readonly id: string; readonly revision: number };
  /** A sound that can be decoded. */
  readonly audio: Uint8Array<ArrayBuffer>;
}

/** A request that was made of the description of an interface. */
export interface DescribedLoad {
  /** The operation and its media type, or the kind of operation and its field. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
  /** Whether it is read for a while only, because it does not end. */
  readonly isEndless: boolean;
}

const NO_ID = "ffffffffffffffff";
const NO_MBID = "8b5a8b44-2b3c-4b5e-9d0e-0d5a1f0b8a11";

/** The most items that any list is asked for; each parameter has its own maximum below it. */
const MANY = 100;

/** How many levels of objects an operation over GraphQL selects at most, and how many fields. */
const LEVELS = 4;
const MAX_FIELDS = 400;

/** Fields with fewer levels, because all of them would exceed the maximum cost of a request. */
const LEVELS_OF: Readonly<Record<string, number>> = { playlists: 1 };

/** Returns a sentence with wishes, conditions that leave most tracks, and a comparison with a track. */
const sentenceLike = (trackName: string): string =>
  `calm, danceable, not sad, 20-220 bpm, like "${trackName}"`;

/** Returns the values of the parameters of REST, by "operation name" or name; what is absent has no value. */
function restValues({
  trackKeys,
  recordingId,
  artist,
  trackName,
  playlistId,
  rows,
}: LibrarySample): Record<string, string> {
  const [first, second] = trackKeys;
  const both = trackKeys.join();
  return {
    id: first,
    trackKey: first,
    trackKeys: both,
    ids: both,
    ...{ from: first, to: second },
    artist,
    track: trackName,
    q: `track:"${trackName}" artist:"${artist}"`,
    type: "track",
    seed_tracks: both,
    mbid: NO_MBID,
    recording_ids: NO_MBID,
    source: "library",
    deliveryId: "msg_0",
    query: "{ tracks(first: 100) { edges { node { trackName artist } } } }",
    "Overtone-Claim": NO_MBID,
    "searchTracks track": trackName,
    "analyzeUpload artist": artist,
    "analyzeUpload track": trackName,
    "getRecording id": recordingId,
    "getSamePerformance id": recordingId,
    "getSuggestions id": recordingId,
    "getPlaylist id": playlistId,
    "changePlaylist id": playlistId,
    "getPlaylistTracks id": playlistId,
    "removePlaylist id": NO_ID,
    "getPlaylistRows id": rows.id,
    "editPlaylist id": rows.id,
    "copyPlaylist id": rows.id,
    "undoPlaylist id": rows.id,
    "listServersOfPlaylist id": playlistId,
    "keepPlaylistOnServer id": playlistId,
    "takePlaylistFromServer id": playlistId,
    "getSonicSimilarTracks id": first,
    "continueFrom seeds": both,
    "findTracks text": sentenceLike(trackName),
    "findSonicPath startSongId": first,
    "findSonicPath endSongId": second,
    ...audiomuseValues(trackKeys, artist),
    count: "100",
    limit: String(MANY),
  };
}

/** Returns the requests that a run tries, over both interfaces. */
export function wantedLoads(
  sample: LibrarySample,
  { trials }: Pick<RunOptions, "trials">,
): readonly DescribedLoad[] {
  const all = [...graphqlLoads(sample), ...restLoads(sample)];
  return all.filter(({ name }) => trials.length === 0 || trials.includes(name));
}

/** Queries that an operation is asked beside that of its parameters, which they may not be combined with. */
const FURTHER_QUERIES: Readonly<Record<string, readonly string[]>> = {
  // As many tracks as words find, words of one letter, and the most words.
  searchTracks: ["q=a&in=library&limit=50", "q=a+b+c+d+e+f+g+h+i+j+k+l+m+n+o+p&in=library"],
};

/** Returns a request for every operation of the description and every media type of its best answer. */
export function restLoads(sample: LibrarySample): readonly DescribedLoad[] {
  const description = new InterfaceDescription();
  return description.operations.flatMap((operation) => {
    const loads = loadsOf(operation, { sample, description });
    const further = (FURTHER_QUERIES[operation.id] ?? []).flatMap((query) =>
      loads.map((load) => ({
        ...load,
        name: `${load.name} ${query}`,
        path: `${operation.template}?${query}`,
      })),
    );
    return [...loads, ...further];
  });
}

function loadsOf(operation: DescribedOperation, parts: LoadParts): readonly DescribedLoad[] {
  const success = [...operation.answers].find(([status]) => status < 300)?.[1];
  const accepted = [...(success?.content.keys() ?? [])];
  const [contentType] = operation.takes.keys();
  return (accepted.length > 0 ? accepted : ["*/*"]).map((accept) => ({
    name: `${operation.id} ${accept}`,
    method: operation.method,
    path: pathOf(operation, parts),
    headers: {
      accept,
      ...(contentType !== undefined && { "content-type": sentTypeOf(contentType) }),
      ...headersOf(operation, parts),
    },
    body: contentType === undefined ? undefined : bodyOf(operation, contentType, parts.sample),
    isEndless: accept === "text/event-stream",
  }));
}

const sentTypeOf = (mediaType: string): string =>
  mediaType === "multipart/form-data" || mediaType === "audio/*" ? "audio/wav" : mediaType;

/**
 * Returns the value of a parameter: that of the library, or else the example of the description.
 *
 * @throws {Error} it has neither: describe an example, or name a value in `restValues`
 */
function valueOf(
  { id }: DescribedOperation,
  { name, schema: place }: DescribedParameter,
  { sample, description }: LoadParts,
): string {
  const values = restValues(sample);
  const described = description.document.at(place.replace(/\/schema$/, ""));
  const { example } = described as { readonly example?: unknown };
  const value = values[`${id} ${name}`] ?? values[name] ?? example;
  if (typeof value !== "string") throw new Error(`${id} needs a value of ${name} for its turns.`);
  return value;
}

/** What requests are made of. */
interface LoadParts {
  readonly sample: LibrarySample;
  readonly description: InterfaceDescription;
}

function pathOf(operation: DescribedOperation, parts: LoadParts): string {
  let path = operation.template;
  const query = new URLSearchParams();
  for (const parameter of operation.parameters) {
    const { name, place, isRequired, schema: shape } = parameter;
    const { maximum } = (parts.description.document.at(shape) ?? {}) as {
      readonly maximum?: number;
    };
    const isNamed = `${operation.id} ${name}` in restValues(parts.sample);
    if (place === "path") {
      path = path.replace(`{${name}}`, encodeURIComponent(valueOf(operation, parameter, parts)));
    } else if (place === "query" && (name === "limit" || name === "count")) {
      query.set(name, String(maximum ?? MANY));
    } else if (place === "query" && (isRequired || isNamed)) {
      query.set(name, valueOf(operation, parameter, parts));
    }
  }
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

function headersOf(operation: DescribedOperation, parts: LoadParts): Record<string, string> {
  const needed = operation.parameters.filter(
    ({ place, isRequired }) => place === "header" && isRequired,
  );
  return Object.fromEntries(
    needed.map((parameter) => [parameter.name, valueOf(operation, parameter, parts)]),
  );
}

/** The bodies of REST by operation; those of audio and of GraphQL are the same everywhere. */
function bodyOf(
  { id }: DescribedOperation,
  contentType: string,
  sample: LibrarySample,
): string | Uint8Array<ArrayBuffer> {
  if (/^(multipart|audio|application\/o)/.test(contentType)) return sample.audio;
  const { trackKeys, recordingId, rows } = sample;
  const bodies: Readonly<Record<string, unknown>> = {
    correctRecording: { energy: 0.5 },
    pinRecording: { recordingId },
    getAnalysesOfBatch: { trackKeys, compute: false },
    createPlaylist: { name: "Of turns", length: MAX_PLAYLIST_LENGTH, isWritten: true },
    changePlaylist: { name: "Of a change", seeds: trackKeys, length: MANY },
    editPlaylist: {
      revision: rows.revision,
      edits: [
        { insert: { tracks: Array.from({ length: 1_000 }, () => trackKeys[1]), at: 0 } },
        { move: { rows: [2], at: 0 } },
      ],
    },
    ...{ copyPlaylist: {}, undoPlaylist: {}, retryLibraryAnalyses: {} },
    keepPlaylistOnServer: { isPublic: true },
    reviewPlaylistImport: listOf(sample),
    importSpotifyIds: "spotify_id,isrc\n4uLU6hMCjMI75M1A2tKUQC,GBN9Y1100088\n",
    ...{ addLibraryFolder: { folder: "/x" }, pauseLibraryFolder: { folder: "/x", isPaused: true } },
    // Nothing listens there.
    addMusicServer: { url: "http://127.0.0.1:9", user: "ann", password: "of turns" },
    registerWebhook: { url: "https://example.org/overtone", events: ["analysis.ready"] },
    claimJob: { name: "turns", version: "0.1.0", analysisVersion: 1, waitSeconds: 0 },
    putJobResult: {},
    reportJobFailure: { code: "AUDIO_UNDECODABLE", message: "It is cut short.", facts: {} },
    runGraphqlOperation: { query: '{ trackKey(artist: "A", track: "B") }' },
    streamGraphqlOperation: { query: '{ trackKey(artist: "A", track: "B") }' },
    openSession: { link: "0".repeat(48) },
  };
  const body = bodies[id];
  if (body === undefined) throw new Error(`${id} needs a body for its turns.`);
  return typeof body === "string" ? body : JSON.stringify(body);
}

/** As many rows as a usual list has. */
const LIST_ROWS = 472;

/** Returns a list of which every other row is a track of the library, some with typing mistakes. */
function listOf({ artist, trackName }: LibrarySample): string {
  const rows = Array.from({ length: LIST_ROWS }, (_, row) => {
    const title = row % 4 === 0 ? trackName : `${trackName.slice(1)} ${row % 4 === 2 ? "" : row}`;
    return `"${title}","${row % 3 === 0 ? artist : `Artist ${row}`}",${180_000 + row}\n`;
  });
  return `title,artist,duration_ms\n${rows.join("")}`;
}

const schema = buildSchema(
  readFileSync(new URL("../../../schema/schema.graphql", import.meta.url), "utf8"),
  { assumeValid: true },
);

/** Returns the values of arguments of GraphQL as literals, by "field argument" or argument; what is absent has none. */
function graphqlValues({
  trackKeys,
  recordingId,
  artist,
  trackName,
  playlistId,
  rows,
}: LibrarySample): Record<string, string> {
  const [first, second] = trackKeys.map((key) => `{ key: ${JSON.stringify(key)} }`);
  const names = { artist: JSON.stringify(artist), track: JSON.stringify(trackName) };
  return {
    ...names,
    by: first!,
    start: first!,
    end: second!,
    tracks: `[${first}, ${second}]`,
    trackKey: JSON.stringify(trackKeys[0]),
    recordingId: JSON.stringify(recordingId),
    first: String(MANY),
    "recording id": JSON.stringify(recordingId),
    "node id": JSON.stringify(`Track:${trackKeys[0]}`),
    "playlist id": JSON.stringify(playlistId),
    "moods first": "25",
    "continueFrom first": "20",
    "soundsLike first": "20",
    "nodes ids": JSON.stringify(trackKeys.map((key) => `Track:${key}`)),
    id: JSON.stringify(NO_ID),
    lookup: JSON.stringify("ffffffff"),
    webhookId: JSON.stringify("wh_0123456789abcdef"),
    deliveryId: JSON.stringify("msg_0"),
    corrections: '[{ field: "energy", value: "0.5" }]',
    input: `{ name: "Of GraphQL", seeds: [${first}], length: ${MANY} }`,
    "createApiKey name": JSON.stringify("turns"),
    url: JSON.stringify("https://example.org/overtone"),
    "searchLibrary query": JSON.stringify(trackName),
    "find first": "50",
    "find text": JSON.stringify(sentenceLike(trackName)),
    "searchLibrary first": "50",
    "savePlaylist input": `{ name: "Of GraphQL", length: ${MANY} }`,
    "editPlaylist input": `{ id: ${JSON.stringify(rows.id)}, revision: ${rows.revision}, edits: [{ insert: { tracks: [${first}] } }] }`,
    "continueFrom input": `{ seeds: [${first}, ${second}], exploration: 0.5 }`,
    "soundsLike sound": `{ analysisVersion: ${ANALYSIS_VERSION}, tempo: 120, key: 9, mode: 0, energy: 0.5, danceability: 0.5, arousal: 0.5, loudness: -12, valence: 0.5, happy: 0.5, sad: 0.5, relaxed: 0.5, aggressive: 0.5, instrumentalness: 0.5, speechiness: 0.1, liveness: 0.1, embedding: [${Array.from({ length: EMBEDDING_LENGTH }, (_, index) => index).join(", ")}] }`,
    "copyPlaylist id": JSON.stringify(rows.id),
    "copyPlaylist name": "null",
    "undoPlaylist id": JSON.stringify(rows.id),
    "keepPlaylistOnServer input": `{ id: ${JSON.stringify(playlistId)}, server: "navidrome" }`,
    "takePlaylistFromServer id": JSON.stringify(playlistId),
    server: JSON.stringify("navidrome"),
  };
}

/** Returns a list of values where an argument is a list of an enum: the last ones that it may have, so that a new one is tried. */
function allOf({ type, description }: GraphQLArgument): string | undefined {
  const named = getNamedType(type);
  if (!isEnumType(named) || !isListType(getNullableType(type))) return undefined;
  return `[${named
    .getValues()
    .slice(-Number(/at most (\d+)/.exec(description ?? "")?.[1] ?? Infinity))
    .map((value) => value.name)
    .join(", ")}]`;
}

/** Fields of GraphQL whose argument cannot be sent as text: their routes over REST are tried instead. */
const UPLOADS = ["analyzeUpload", "identifyUpload"];

/** Returns an operation for every root field, which selects everything that it has some levels deep. */
export function graphqlLoads(sample: LibrarySample, levels = LEVELS): readonly DescribedLoad[] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  return roots.flatMap((root) =>
    Object.values(root?.getFields() ?? {})
      .filter(({ name }) => !UPLOADS.includes(name))
      .map((field) => graphqlLoad(root!, field, sample, LEVELS_OF[field.name] ?? levels)),
  );
}

function graphqlLoad(
  root: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  sample: LibrarySample,
  levels: number,
): DescribedLoad {
  const kind = root.name.toLowerCase();
  const isEndless = kind === "subscription";
  const query = `${kind} { ${field.name}${argumentsOf(field, sample)}${selectionOf(field.type, levels)} }`;
  if (levels > 1 && fieldCountOf(query) > MAX_FIELDS) {
    return graphqlLoad(root, field, sample, levels - 1);
  }
  return {
    name: `${kind} ${field.name}`,
    method: "POST",
    path: "/graphql",
    headers: {
      "content-type": "application/json",
      accept: isEndless ? "text/event-stream" : "application/json",
    },
    body: JSON.stringify({ query }),
    isEndless,
  };
}

/** @throws {Error} a required argument has no value: name one in `graphqlValues` */
function argumentsOf(field: GraphQLField<unknown, unknown>, sample: LibrarySample): string {
  const values = graphqlValues(sample);
  const shown = field.args.flatMap((argument) => {
    if (argument.deprecationReason) return [];
    const own = values[`${field.name} ${argument.name}`] ?? values[argument.name];
    const value = own ?? (isRequired(argument) ? allOf(argument) : undefined);
    if (value !== undefined) return [`${argument.name}: ${value}`];
    if (isRequired(argument)) {
      throw new Error(`${field.name} needs a value of ${argument.name} for its turns.`);
    }
    return [];
  });
  return shown.length === 0 ? "" : `(${shown.join(", ")})`;
}

const isRequired = ({ type, defaultValue }: GraphQLArgument): boolean =>
  isNonNullType(type) && defaultValue === undefined;

/** Returns how many fields a document selects. */
function fieldCountOf(query: string): number {
  let count = 0;
  visit(parse(query), { Field: () => void count++ });
  return count;
}

/** Returns a selection of everything that a type has, without fields that need arguments. */
function selectionOf(type: GraphQLOutputType, levels: number): string {
  const named = getNamedType(type);
  if (isLeafType(named)) return "";
  if (isUnionType(named) || isInterfaceType(named)) {
    const types = schema.getPossibleTypes(named);
    const parts = types.map((part) => `... on ${part.name} ${fieldsOf(part, levels, types)}`);
    return ` { __typename ${parts.join(" ")} }`;
  }
  return isObjectType(named) ? ` ${fieldsOf(named, levels)}` : "";
}

function fieldsOf(
  type: GraphQLObjectType,
  levels: number,
  beside: readonly GraphQLObjectType[] = [],
): string {
  const shown = Object.values(type.getFields()).flatMap((field) => {
    if (field.deprecationReason || field.args.some(isRequired)) return [];
    const isLeaf = isLeafType(getNamedType(field.type));
    if (!isLeaf && (levels <= 1 || isLongList(field))) return [];
    return [`${aliased(type, field, beside)}${selectionOf(field.type, levels - 1)}`];
  });
  return `{ __typename ${shown.join(" ")} }`;
}

/** A list within a list costs as many as both; one is enough. */
const isLongList = (field: GraphQLField<unknown, unknown>): boolean =>
  field.args.some(({ name }) => name === "first") && isListType(field.type);

/** Types of one union may have fields of one name and different types, which need names of their own. */
function aliased(
  type: GraphQLObjectType,
  { name, type: own }: GraphQLField<unknown, unknown>,
  beside: readonly GraphQLObjectType[],
): string {
  const others = beside.flatMap((other) => other.getFields()[name]?.type ?? []);
  return others.every((other) => String(other) === String(own))
    ? name
    : `${type.name}_${name}: ${name}`;
}
