import { addedMusicServer } from "../../fakes/added-music-server.js";
import { standInSongs } from "../../fakes/songs.js";
import { StandInMusicServer } from "../../fakes/stand-in-music-server.js";
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
  { operationId: "addMusicServer", status: 400, path: one, headers, body: "{}" },
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
