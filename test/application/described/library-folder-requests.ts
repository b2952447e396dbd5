import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DescribedRequest, Stage } from "./described-request.js";

const path = "/api/audio/library/folders";

const headers = { "content-type": "application/json" };

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
    path,
    headers,
    body: () => JSON.stringify({ folder: otherFolder }),
    given: withOtherFolder,
  },
  { operationId: "addLibraryFolder", status: 400, path, headers, body: "{}" },
  {
    operationId: "addLibraryFolder",
    status: 413,
    path,
    headers,
    body: JSON.stringify({ folder: "x".repeat(70_000) }),
  },
  { operationId: "addLibraryFolder", status: 415, path, body: "{}" },
  {
    operationId: "pauseLibraryFolder",
    status: 200,
    path,
    headers,
    body: () => JSON.stringify({ folder: otherFolder, isPaused: true }),
    given: withAddedFolder,
  },
  {
    operationId: "pauseLibraryFolder",
    status: 400,
    path,
    headers,
    body: '{"folder":"/nowhere","isPaused":true}',
  },
  {
    operationId: "pauseLibraryFolder",
    status: 413,
    path,
    headers,
    body: JSON.stringify({ folder: "x".repeat(70_000) }),
  },
  { operationId: "pauseLibraryFolder", status: 415, path, body: "{}" },
  {
    operationId: "removeLibraryFolder",
    status: 200,
    path: () => `${path}?folder=${encodeURIComponent(otherFolder)}`,
    given: withAddedFolder,
  },
  { operationId: "removeLibraryFolder", status: 400, path: `${path}?folder=/nowhere` },
];
