import { rowCursorFrom } from "../../../src/domain/playlist/row-cursor.js";
import { parseMusicServerName } from "../../../src/domain/music-server/music-server.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import { candidate } from "../../fakes/fake-provider.js";
import type { DescribedRequest, Stage } from "./described-request.js";
import { addHome } from "./music-server-exchanges.js";

const path = "/api/audio/playlists";
const jsonBody = { "content-type": "application/json" };
const unknown = `${path}/pl_0123456789abcdef`;
const seed = trackKeyFrom("Pia", "Seed");

let created = "";
let count = 0;
const one = (): string => `${path}/${created}`;
const body = (content: object): string => JSON.stringify(content);

/** Analyses a seed, and keeps a playlist with every member. */
const kept = async ({ application, owner, provider }: Stage): Promise<void> => {
  provider.replyWith([candidate("Pia", "Seed")]);
  await application.get(`/api/audio/analysis/${seed}?artist=Pia&track=Seed`);
  const { playlists } = application.services;
  for (const { id } of await playlists.list(owner)) await playlists.remove(owner, id);
  const filter = { tempo: { gte: 1 }, keyIn: ["8A"], mood: { happy: { lte: 1 } } };
  const members = { filter, order: "-energy", length: 5, seeds: [], exclude: [seed] };
  created = (await playlists.create(owner, { name: `Kept ${++count}`, ...members })).id;
};
/** Keeps a playlist of all tracks. */
const keptOfAll = async (stage: Stage): Promise<void> => {
  await kept(stage);
  const { owner, application } = stage;
  created = (await application.services.playlists.create(owner, { name: "All" })).id;
};
/** Keeps a playlist of rows. */
const keptRows = async (stage: Stage): Promise<void> => {
  await kept(stage);
  const { owner, application } = stage;
  const tracks = [seed, seed];
  created = (await application.services.playlists.create(owner, { name: "Rows", tracks })).id;
};
/** Keeps a playlist that was renamed. */
const keptRenamed = async (stage: Stage): Promise<void> => {
  await keptRows(stage);
  const { owner, application } = stage;
  await application.services.playlists.edit(owner, created, { revision: 1, name: "Renamed" });
};
const edit = body({
  ...{ revision: 1, name: "Edited", note: "A note", isWritten: false, isFrozen: true },
  edits: [
    { insert: { tracks: [seed], at: 0, note: "first" } },
    { move: { rows: [1], at: 2 } },
    { replace: { row: 2, track: seed } },
    { annotate: { row: 1, note: "last" } },
    { remove: { rows: [3] } },
  ],
});
const wish = body({ name: "New", filter: { tempo: { gte: 1 } }, seeds: [seed], length: 3 });

const importPath = `${path}/import`;
const csvBody = { "content-type": "text/csv" };

const xspf = "<playlist><trackList><track><title>Seed</title></track></trackList></playlist>";
const json = '[{"title":"Seed","artist":"Pia"}]';
const m3u = "#EXTM3U\n#EXTINF:1,Pia - Seed\nSeed.mp3\n";
const pls = "[playlist]\nFile1=Seed.mp3\n";

/** A list of each media type. */
const lists: readonly (readonly [mediaType: string, list: string])[] = [
  ["text/tab-separated-values", "title\tartist\nSeed\tPia\n"],
  ...["application/json", "application/x-ndjson"].map((type) => [type, json] as const),
  ["application/jspf+json", '{"playlist":{"title":"A","track":[{"title":"Seed"}]}}'],
  ...["application/xspf+xml", "application/xml", "text/xml"].map((type) => [type, xspf] as const),
  [
    "application/x-rekordbox+xml",
    '<DJ_PLAYLISTS><COLLECTION><TRACK Name="Seed" Artist="Pia"/></COLLECTION></DJ_PLAYLISTS>',
  ],
  ...[
    ...["audio/x-mpegurl", "audio/mpegurl", "application/vnd.apple.mpegurl"],
    ...["text/plain", "application/octet-stream"],
  ].map((type) => [type, m3u] as const),
  ["audio/x-scpls", pls],
];

const listForm = (): FormData => {
  const form = new FormData();
  form.append("file", new Blob([m3u]), "list.m3u");
  return form;
};

/** Analyses a track with a recording of its own, and keeps no playlist of the name that is asked for. */
const importable = async (stage: Stage): Promise<void> => {
  await kept(stage);
  const { application, provider, analyzer } = stage;
  provider.replyWith([candidate("Pia", "Listed")]);
  analyzer.answerWith({ recordingId: recordingOf("Listed") });
  const trackKey = trackKeyFrom("Pia", "Listed");
  await application.get(`/api/audio/analysis/${trackKey}?artist=Pia&track=Listed`);
};

/** Requests that say what the library has of a list. */
const importRequests: readonly DescribedRequest[] = [
  { operationId: "reviewPlaylistImport", status: 200, path: importPath, body: listForm },
  ...lists.map(([mediaType, list]) => ({
    ...{ operationId: "reviewPlaylistImport", status: 200, path: importPath, body: list },
    headers: { "content-type": mediaType },
  })),
  {
    operationId: "reviewPlaylistImport",
    status: 200,
    path: `${importPath}?list=1&fileName=mine.csv&keepAs=Mine`,
    headers: csvBody,
    body: "title,artist,isrc\nListed,Pia,\nUnknown,Pia,GBN9Y1100088\n",
    given: importable,
  },
  {
    operationId: "reviewPlaylistImport",
    status: 400,
    path: importPath,
    headers: csvBody,
    body: "colour\nred\n",
  },
  {
    operationId: "reviewPlaylistImport",
    status: 413,
    path: importPath,
    headers: csvBody,
    body: "x".repeat(10_000_001),
  },
  {
    operationId: "reviewPlaylistImport",
    status: 415,
    path: importPath,
    headers: { "content-type": "image/png" },
    body: "title\nOne\n",
  },
];

const servers = (): string => `${one()}/servers`;
const onHome = (): string => `${servers()}/home`;

/** Keeps a playlist of rows, and adds a music server, which the returned function closes. */
const keptBesideHome = async (stage: Stage): Promise<() => void> => {
  await keptRows(stage);
  return addHome(stage);
};
/** Keeps the playlist on the server, too. */
const keptOnHome = async (stage: Stage): Promise<() => void> => {
  const close = await keptBesideHome(stage);
  const { owner, application } = stage;
  const name = parseMusicServerName("home");
  await application.services.serverPlaylists.keep(owner, created, name, { isPublic: true });
  return close;
};

/** Requests that keep playlists on music servers. */
const serverPlaylistRequests: readonly DescribedRequest[] = [
  { operationId: "listServersOfPlaylist", status: 200, path: servers, given: keptOnHome },
  { operationId: "listServersOfPlaylist", status: 404, path: `${unknown}/servers` },
  {
    operationId: "keepPlaylistOnServer",
    status: 200,
    path: onHome,
    headers: jsonBody,
    body: body({ kind: "playlist", isPublic: true, user: "ben", password: "a password" }),
    given: keptBesideHome,
  },
  {
    operationId: "keepPlaylistOnServer",
    status: 400,
    path: onHome,
    headers: jsonBody,
    body: body({ kind: "favourites", isPublic: true }),
    given: keptBesideHome,
  },
  {
    operationId: "keepPlaylistOnServer",
    status: 404,
    path: () => `${servers()}/nowhere`,
    headers: jsonBody,
    body: body({ apiKey: "a key" }),
    given: keptBesideHome,
  },
  {
    operationId: "keepPlaylistOnServer",
    status: 413,
    path: onHome,
    headers: jsonBody,
    body: body({ user: "x".repeat(70_000) }),
    given: keptBesideHome,
  },
  {
    operationId: "keepPlaylistOnServer",
    status: 415,
    path: onHome,
    body: body({}),
    given: keptBesideHome,
  },
  { operationId: "takePlaylistFromServer", status: 200, path: onHome, given: keptOnHome },
  {
    operationId: "takePlaylistFromServer",
    status: 400,
    path: () => `${servers()}/Home`,
    given: keptOnHome,
  },
  { operationId: "takePlaylistFromServer", status: 404, path: onHome, given: keptBesideHome },
];

/** Requests for playlists that stay. */
export const playlistRequests: readonly DescribedRequest[] = [
  ...importRequests,
  ...serverPlaylistRequests,
  { operationId: "listPlaylists", status: 200, path, given: kept },
  { operationId: "createPlaylist", status: 201, path, headers: jsonBody, body: wish, given: kept },
  { operationId: "createPlaylist", status: 400, path, headers: jsonBody, body: "{}" },
  {
    operationId: "createPlaylist",
    status: 404,
    path,
    headers: jsonBody,
    body: body({ name: "Unknown", from: "0123456789abcdef", to: seed }),
  },
  { operationId: "createPlaylist", status: 415, path, body: wish },
  {
    operationId: "createPlaylist",
    status: 413,
    path,
    headers: jsonBody,
    body: body({ name: "x".repeat(70_000) }),
  },
  { operationId: "getPlaylist", status: 200, path: one, given: kept },
  { operationId: "getPlaylist", status: 404, path: unknown },
  {
    operationId: "changePlaylist",
    status: 200,
    path: one,
    headers: jsonBody,
    body: body({ name: "Changed" }),
    given: kept,
  },
  {
    operationId: "changePlaylist",
    status: 400,
    path: one,
    headers: jsonBody,
    body: body({ name: "New", length: 5_000 }),
    given: kept,
  },
  {
    operationId: "changePlaylist",
    status: 404,
    path: unknown,
    headers: jsonBody,
    body: body({ name: "New" }),
  },
  { operationId: "changePlaylist", status: 415, path: one, body: wish, given: kept },
  {
    operationId: "changePlaylist",
    status: 413,
    path: one,
    headers: jsonBody,
    body: body({ name: "x".repeat(70_000) }),
    given: kept,
  },
  { operationId: "removePlaylist", status: 200, path: one, given: kept },
  { operationId: "removePlaylist", status: 404, path: unknown },
  {
    operationId: "getPlaylistTracks",
    status: 200,
    path: () => `${one()}/tracks?bom=false&comment=%7Bkey%7D`,
    given: keptOfAll,
  },
  {
    operationId: "getPlaylistTracks",
    status: 400,
    path: () => `${one()}/tracks?limit=5`,
    given: kept,
  },
  { operationId: "getPlaylistTracks", status: 404, path: `${unknown}/tracks` },
  {
    operationId: "changePlaylist",
    status: 409,
    path: one,
    headers: jsonBody,
    body: body({ name: "Late", revision: 1 }),
    given: keptRenamed,
  },
  {
    operationId: "editPlaylist",
    status: 200,
    path: one,
    headers: jsonBody,
    body: edit,
    given: keptRows,
  },
  {
    operationId: "editPlaylist",
    status: 400,
    path: one,
    headers: jsonBody,
    body: body({ revision: 1, edits: [{}] }),
    given: keptRows,
  },
  { operationId: "editPlaylist", status: 404, path: unknown, headers: jsonBody, body: edit },
  {
    operationId: "editPlaylist",
    status: 409,
    path: one,
    headers: jsonBody,
    body: edit,
    given: keptRenamed,
  },
  { operationId: "editPlaylist", status: 415, path: one, body: edit, given: keptRows },
  {
    operationId: "editPlaylist",
    status: 413,
    path: one,
    headers: jsonBody,
    body: body({ name: "x".repeat(70_000) }),
    given: keptRows,
  },
  {
    operationId: "getPlaylistRows",
    status: 200,
    path: () => `${one()}/rows?limit=1`,
    given: keptRows,
  },
  {
    operationId: "getPlaylistRows",
    status: 200,
    path: () => `${one()}/rows?limit=1&cursor=${rowCursorFrom(0)}`,
    given: keptRows,
  },
  {
    operationId: "getPlaylistRows",
    status: 200,
    path: () => `${one()}/rows?limit=1&before=${rowCursorFrom(1)}`,
    given: keptRows,
  },
  {
    operationId: "getPlaylistRows",
    status: 400,
    path: () => `${one()}/rows?cursor=x`,
    given: keptRows,
  },
  { operationId: "getPlaylistRows", status: 404, path: `${unknown}/rows` },
  {
    operationId: "copyPlaylist",
    status: 201,
    path: () => `${one()}/copies`,
    headers: jsonBody,
    body: body({ name: "Copied" }),
    given: keptRows,
  },
  {
    operationId: "copyPlaylist",
    status: 400,
    path: () => `${one()}/copies`,
    headers: jsonBody,
    body: body({ name: "" }),
    given: keptRows,
  },
  {
    operationId: "copyPlaylist",
    status: 404,
    path: `${unknown}/copies`,
    headers: jsonBody,
    body: body({}),
  },
  { operationId: "copyPlaylist", status: 415, path: () => `${one()}/copies`, body: body({}) },
  {
    operationId: "copyPlaylist",
    status: 413,
    path: () => `${one()}/copies`,
    headers: jsonBody,
    body: body({ name: "x".repeat(70_000) }),
  },
  {
    operationId: "undoPlaylist",
    status: 200,
    path: () => `${one()}/undo`,
    headers: jsonBody,
    body: body({ revision: 2 }),
    given: keptRenamed,
  },
  {
    operationId: "undoPlaylist",
    status: 400,
    path: () => `${one()}/undo`,
    headers: jsonBody,
    body: body({}),
    given: keptRows,
  },
  {
    operationId: "undoPlaylist",
    status: 404,
    path: `${unknown}/undo`,
    headers: jsonBody,
    body: body({}),
  },
  {
    operationId: "undoPlaylist",
    status: 409,
    path: () => `${one()}/undo`,
    headers: jsonBody,
    body: body({ revision: 1 }),
    given: keptRenamed,
  },
  { operationId: "undoPlaylist", status: 415, path: () => `${one()}/undo`, body: body({}) },
  {
    operationId: "undoPlaylist",
    status: 413,
    path: () => `${one()}/undo`,
    headers: jsonBody,
    body: body({ name: "x".repeat(70_000) }),
  },
];
