import { CatalogueIndex } from "../../../src/adapters/storage/catalogue/catalogue-index.js";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { SqlAnalysisStore } from "../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import { exposedSamples } from "../../application/exposed-samples.js";
import { waitUntil } from "../../wait-until.js";
import { send } from "../turns/send-load.js";
import {
  describedNames,
  openDescribedLibrary,
  type DescribedLibrary,
} from "../turns/described-library.js";
import { CHARGED, isRefused, operationOf } from "./charged-requests.js";
import { costExceptions, READ_LIMIT_BYTES } from "./cost-exceptions.js";
import { HeldCalls } from "./held-calls.js";
import { sendAsStranger } from "./stranger.js";

/** The channel on which Node tells of each request. */
const REQUEST_START = "http.server.request.start";

const names = [...describedNames.graphql, ...describedNames.rest];

/** Of these, the ones that work on what other stores have or on the catalogue alone, and one that succeeds only once. */
const UNHELD: readonly string[] = [
  "query duplicates",
  "listDuplicates",
  "listChanges",
  "query searchLibrary",
  "query soundsLike",
  "searchTracks",
  "getAudiomuseSimilarArtists",
  "searchAudiomuseTracks",
  "searchAudiomuseExternally",
  "reviewPlaylistImport",
  "editPlaylist",
  "mutation copyPlaylist",
  "mutation editPlaylist",
  "mutation savePlaylist",
  "mutation undoPlaylist",
  "copyPlaylist",
  "undoPlaylist",
];

const heldNames = names.filter((name) => {
  const operation = operationOf(name);
  return CHARGED.includes(operation) && !UNHELD.includes(operation);
});

describe("The cost of requests", () => {
  let folder: string;
  let database: Database;
  const held = new HeldCalls();
  let library: DescribedLibrary;
  /** Milliseconds that each piece of work takes, and the number of pieces that have begun or ended. */
  let pace = 0;
  let looks = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-costs-"));
    const url = `sqlite:${join(folder, "overtone.db")}`;
    database = await openDatabase({ url });
    const catalogue = held.of(new CatalogueIndex(database));
    const analyses = held.of(new SqlAnalysisStore({ database }));
    const busyTime = () => (looks += 1) * pace;
    library = await openDescribedLibrary(
      { analyses, catalogue, busyTime },
      { DATABASE_URL: url, PROCESSOR_PERCENT: "1" },
    );
  });
  afterAll(async () => {
    await library.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(names)("is little reading without a key, however much is sent: %s", async (name) => {
    const sockets: Socket[] = [];
    const note = (message: unknown) => sockets.push((message as { socket: Socket }).socket);
    subscribe(REQUEST_START, note);

    await sendAsStranger(library, library.loadNamed(name));

    unsubscribe(REQUEST_START, note);
    const read = sockets.map(({ bytesRead }) => bytesRead);
    expect(read.filter((bytes) => bytes > READ_LIMIT_BYTES)).toEqual([]);
  });

  const leftCount = async (): Promise<number> => {
    const samples = exposedSamples(await (await library.application.get("/metrics")).text());
    return [...samples]
      .filter(([name]) => name.startsWith("overtone_http_request_duration_seconds_count"))
      .filter(([name]) => name.includes('status="client_left"'))
      .reduce((sum, [, count]) => sum + count, 0);
  };

  it.each(heldNames)("ends with its client: %s", async (name) => {
    const client = new AbortController();
    const left = await leftCount();
    held.hold();
    const sent = send(library, library.loadNamed(name), { signal: client.signal });
    await waitUntil(() => held.waiting > 0);
    client.abort();
    await expect(sent).rejects.toThrow();
    while ((await leftCount()) === left) await nextTurn();
    const before = looks;
    await held.release();

    // A piece of work that had begun ends; none begins.
    expect(looks - before).toBeLessThan(2);
  });

  it("is refused to a key that has used its time, where it is charged, and not elsewhere", async () => {
    pace = 10_000;
    const similar = library.loadNamed("getSimilarTracks application/json");
    while ((await send(library, similar)).status !== 429) await nextTurn();

    const refused = new Set<string>();
    for (const name of names) {
      const load = library.loadNamed(name);
      const answer = await send(library, load, { endlessMilliseconds: 300 });
      if (isRefused(answer)) refused.add(operationOf(name));
    }

    expect([...refused].sort()).toEqual([...CHARGED].sort());
  });

  it("is told with the time until which the key waits", async () => {
    const response = await library.application.get("/api/audio/facets?fields=genre", {
      authorization: `Bearer ${library.token}`,
    });

    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({
      error: { code: "RATE_LIMITED", message: "This API key has used its processor time." },
    });
  });

  it("has exceptions only for what there is", () => {
    expect(Object.keys(costExceptions).filter((name) => !names.includes(name))).toEqual([]);
  });
});
