import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addedMusicServer } from "../../fakes/added-music-server.js";
import { standInSongs } from "../../fakes/songs.js";
import type { StandInHttpServer } from "../../fakes/music-servers/stand-in-http-server.js";
import { StandInMediaBrowser } from "../../fakes/music-servers/stand-in-media-browser.js";
import { StandInMusicServer } from "../../fakes/stand-in-music-server.js";
import { StandInPlex } from "../../fakes/music-servers/stand-in-plex.js";
import type { DescribedRequest, Stage } from "./described-request.js";

const path = "/api/audio/library/servers";
const one = `${path}/home`;
const headers = { "content-type": "application/json" };

/** The address of the last server that was opened, also after it was closed. */
let url = "http://127.0.0.1:9";
const wish = (): string =>
  JSON.stringify({
    ...{ url, user: "ann", password: "secret", bytesPerSecond: 1_000_000 },
    mounted: [{ from: "/music", to: "/mnt/nas/music" }],
  });

/** Leaves the library without music servers. */
async function without({ application }: Stage): Promise<void> {
  const { musicServers } = application.services;
  for (const { name } of await musicServers.list()) await musicServers.remove(name);
}
/** Opens a music server, which the library does not have; the returned function closes it. */
async function opened(stage: Stage): Promise<() => void> {
  await without(stage);
  const standIn = await StandInMusicServer.open(standInSongs(1));
  url = standIn.url;
  return () => void standIn.close();
}

/** Opens a music server of another kind, which the library does not have; the returned function closes it. */
const openedOther =
  (open: () => Promise<StandInHttpServer>): NonNullable<DescribedRequest["given"]> =>
  async (stage) => {
    await without(stage);
    const standIn = await open();
    url = standIn.url;
    return () => void standIn.close();
  };

/** Adds a music server, "home"; the returned function closes it. */
export async function addHome(stage: Stage): Promise<() => void> {
  const close = await opened(stage);
  await stage.application.services.musicServers.add(addedMusicServer({ url }));
  return close;
}

/** Requests for the music servers of the library. */
export const musicServerRequests: readonly DescribedRequest[] = [
  { operationId: "listMusicServers", status: 200, path, given: addHome },
  { operationId: "addMusicServer", status: 200, path: one, headers, body: wish, given: opened },
  {
    ...{ operationId: "addMusicServer", status: 200, path: one, headers },
    body: () => JSON.stringify({ url, kind: "jellyfin", user: "ann", password: "secret" }),
    given: openedOther(() => StandInMediaBrowser.open("jellyfin", standInSongs(1))),
  },
  {
    // Its name is its kind.
    ...{ operationId: "addMusicServer", status: 200, path: `${path}/plex`, headers },
    body: () => JSON.stringify({ url, apiKey: "token1" }),
    given: openedOther(() => StandInPlex.open(standInSongs(1))),
  },
  { operationId: "addMusicServer", status: 400, path: one, headers, body: "{}" },
  {
    ...{ operationId: "addMusicServer", status: 400, path: `${path}/plex`, headers },
    body: () => JSON.stringify({ url, user: "ann", password: "secret" }),
  },
  { operationId: "addMusicServer", status: 415, path: one, body: "{}" },
  {
    operationId: "addMusicServer",
    status: 413,
    path: one,
    headers,
    body: JSON.stringify({ url: "x".repeat(70_000) }),
  },
  { operationId: "removeMusicServer", status: 200, path: one, given: addHome },
  { operationId: "removeMusicServer", status: 400, path: `${path}/Home` },
  { operationId: "removeMusicServer", status: 404, path: one, given: without },
  { operationId: "checkMusicServer", status: 200, path: `${one}/check`, given: addHome },
  { operationId: "checkMusicServer", status: 400, path: `${path}/Home/check` },
  { operationId: "checkMusicServer", status: 404, path: `${one}/check`, given: without },
];

const foldersPath = "/api/audio/library/folders";

/** A folder of this machine that the library does not have. */
let otherFolder = "";

/** Makes the folder; the returned function takes it away. */
async function withOtherFolder({ application }: Stage): Promise<() => void> {
  otherFolder = await realpath(await mkdtemp(join(tmpdir(), "overtone-other-")));
  return () => {
    const { library } = application.services;
    const removed = library.removeFolder(otherFolder).catch(() => undefined);
    void removed.then(() => rm(otherFolder, { recursive: true, force: true }));
  };
}

/** Makes the folder, and adds it to the library. */
async function withAddedFolder(stage: Stage): Promise<() => void> {
  const undo = await withOtherFolder(stage);
  await stage.application.services.library.addFolder(otherFolder);
  return undo;
}

/** Requests that add, pause and remove folders of the library. */
export const folderRequests: readonly DescribedRequest[] = [
  {
    operationId: "addLibraryFolder",
    status: 200,
    path: foldersPath,
    headers,
    body: () => JSON.stringify({ folder: otherFolder }),
    given: withOtherFolder,
  },
  { operationId: "addLibraryFolder", status: 400, path: foldersPath, headers, body: "{}" },
  {
    operationId: "addLibraryFolder",
    status: 413,
    path: foldersPath,
    headers,
    body: JSON.stringify({ folder: "x".repeat(70_000) }),
  },
  { operationId: "addLibraryFolder", status: 415, path: foldersPath, body: "{}" },
  {
    operationId: "pauseLibraryFolder",
    status: 200,
    path: foldersPath,
    headers,
    body: () => JSON.stringify({ folder: otherFolder, isPaused: true }),
    given: withAddedFolder,
  },
  {
    operationId: "pauseLibraryFolder",
    status: 400,
    path: foldersPath,
    headers,
    body: '{"folder":"/nowhere","isPaused":true}',
  },
  {
    operationId: "pauseLibraryFolder",
    status: 413,
    path: foldersPath,
    headers,
    body: JSON.stringify({ folder: "x".repeat(70_000) }),
  },
  { operationId: "pauseLibraryFolder", status: 415, path: foldersPath, body: "{}" },
  {
    operationId: "removeLibraryFolder",
    status: 200,
    path: () => `${foldersPath}?folder=${encodeURIComponent(otherFolder)}`,
    given: withAddedFolder,
  },
  { operationId: "removeLibraryFolder", status: 400, path: `${foldersPath}?folder=/nowhere` },
];
