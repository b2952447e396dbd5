import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { KeyvMetadataCache } from "../../../src/adapters/cache/keyv-metadata-cache.js";
import { type Database, openDatabase } from "../../../src/adapters/storage/database.js";
import type { Logger } from "../../../src/ports/runtime/logger.js";
import { describeMetadataCache, trackNamed } from "../../contracts/metadata-cache.contract.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { databaseSystems, openedDatabases } from "../storage/opened-databases.js";
import { waitUntil } from "../../wait-until.js";

describe.each(databaseSystems)("On %s,", (system) => {
  const databases = openedDatabases(system);

  describeMetadataCache("KeyvMetadataCache", async () => {
    const clock = new ManualClock();
    const database = await databases.open();
    return { cache: cacheOn(database, { clock }), clock };
  });
});

describe("KeyvMetadataCache", () => {
  const databases = openedDatabases();

  it("finds entries after a restart", async () => {
    const folder = await mkdtemp(join(tmpdir(), "overtone-cache-"));
    const url = `sqlite:${join(folder, "overtone.db")}`;
    const before = await openDatabase({ url });
    await cacheOn(before).saveTracks([trackNamed("Money")]);
    await before.close();

    const after = await openDatabase({ url });
    const found = await cacheOn(after).findTracks([trackNamed("Money").trackKey]);

    expect(found).toEqual([trackNamed("Money")]);
    await after.close();
    await rm(folder, { recursive: true });
  });

  it("finds thirty tracks in one statement", async () => {
    const statements: string[] = [];
    const database = await databases.open({ onStatement: (sql) => statements.push(sql) });
    const tracks = Array.from({ length: 30 }, (_, index) => trackNamed(`Track ${index}`));
    const cache = cacheOn(database);
    await cache.saveTracks(tracks);
    statements.length = 0;

    const found = await cache.findTracks(tracks.map(({ trackKey }) => trackKey));

    expect(found).toEqual(tracks);
    expect(statements).toHaveLength(1);
  });

  it("finds anew a track that another process has saved since this one found none", async () => {
    const database = await databases.open();
    const clock = new ManualClock();
    const cache = cacheOn(database, { clock });
    const { trackKey } = trackNamed("Money");
    await cache.findTracks([trackKey]);

    await cacheOn(database, { clock }).saveTracks([trackNamed("Money")]);
    const found = [await cache.findTracks([trackKey]), await cache.findTracksAnew([trackKey])];

    expect(found).toEqual([[undefined], [trackNamed("Money")]]);
  });

  it("reads a track, or that there is none, once a second", async () => {
    const statements: string[] = [];
    const database = await databases.open({ onStatement: (sql) => statements.push(sql) });
    const clock = new ManualClock();
    const cache = cacheOn(database, { clock });
    const other = cacheOn(database, { clock });
    const { trackKey } = trackNamed("Salt");

    const found = [];
    found.push(...(await cache.findTracks([trackKey])));
    await other.saveTracks([trackNamed("Salt")]);
    statements.length = 0;
    found.push(...(await cache.findTracks([trackKey])));
    expect(statements).toEqual([]);
    clock.advance(1000);
    found.push(...(await cache.findTracks([trackKey])), ...(await cache.findTracks([trackKey])));

    expect(found.map((track) => track?.trackName)).toEqual([undefined, undefined, "Salt", "Salt"]);
    expect(statements).toHaveLength(1);
  });

  it("finds a track at once after saving it", async () => {
    const cache = cacheOn(await databases.open());
    const { trackKey } = trackNamed("Salt");
    await cache.findTracks([trackKey]);

    await cache.saveTracks([trackNamed("Salt")]);

    expect(await cache.findTracks([trackKey])).toEqual([trackNamed("Salt")]);
  });

  it("reports the number of look-ups and of hits", async () => {
    const lookups: unknown[] = [];
    const cache = new KeyvMetadataCache({
      database: await databases.open(),
      clock: new ManualClock(),
      logger: loggerTo([]),
      ttlSeconds: 60,
      observe: (lookup) => lookups.push(lookup),
    });
    await cache.saveCandidates(
      "deezer",
      { track: "Salt", limit: 30 },
      { candidates: [], hasMore: false },
    );
    await cache.saveTracks([trackNamed("Salt")]);

    await cache.findCandidates("deezer", { track: "Salt", limit: 30 });
    await cache.findCandidates("itunes", { track: "Salt", limit: 30 });
    await cache.findTracks(["Salt", "Pepper", "Sugar"].map((name) => trackNamed(name).trackKey));

    expect(lookups).toEqual([
      { cache: "answers", hits: 1, misses: 0 },
      { cache: "answers", hits: 0, misses: 1 },
      { cache: "tracks", hits: 1, misses: 2 },
    ]);
  });

  it("behaves as an empty cache that warns when the database fails", async () => {
    const database = await databases.open();
    const warnings: string[] = [];
    const cache = cacheOn(database, { logger: loggerTo(warnings) });
    await database.close();

    const answer = await cache.findCandidates("deezer", { track: "Money", limit: 30 });
    const tracks = await cache.findTracks([trackNamed("Money").trackKey]);
    await cache.saveCandidates(
      "deezer",
      { track: "Money", limit: 30 },
      { candidates: [], hasMore: false },
    );
    await cache.saveTracks([trackNamed("Money")]);

    expect(answer).toBeUndefined();
    expect(tracks).toEqual([undefined]);
    expect(warnings).toEqual([
      "The metadata cache cannot be read.",
      "The metadata cache cannot be read.",
      "The metadata cache cannot be written.",
      "The metadata cache cannot be written.",
    ]);
  });

  it("does not delay a read for a write while another process locks the database", async () => {
    const folder = await mkdtemp(join(tmpdir(), "overtone-cache-"));
    const file = join(folder, "overtone.db");
    const database = await databases.open({ url: `sqlite:${file}`, waitMilliseconds: 60_000 });
    const clock = new ManualClock();
    const cache = cacheOn(database, { clock });
    const other = new BetterSqlite(file);
    other.exec("begin immediate");

    const keeping = cache.saveTracks([trackNamed("Money")]);
    await waitUntil(() => clock.sleeperCount > 0);
    clock.advance(1_000);

    await expect(keeping).resolves.toBeUndefined();
    const found = await cache.findTracks([trackNamed("Money").trackKey]);
    expect(found).toEqual([undefined]);
    other.close();
    await database.close();
    await rm(folder, { recursive: true });
  });

  it("treats a damaged entry as a miss", async () => {
    const database = await databases.open();
    const cache = cacheOn(database);
    await cache.saveTracks([trackNamed("Money")]);
    await database.kysely.updateTable("cacheEntries").set({ value: '{"val' }).execute();

    const found = await cache.findTracks([trackNamed("Money").trackKey]);

    expect(found).toEqual([undefined]);
  });
});

function cacheOn(
  database: Database,
  given: { readonly clock?: ManualClock; readonly logger?: Logger } = {},
): KeyvMetadataCache {
  return new KeyvMetadataCache({
    database,
    ttlSeconds: 3600,
    clock: given.clock ?? new ManualClock(),
    logger: given.logger ?? loggerTo([]),
  });
}

function loggerTo(warnings: string[]): Logger {
  return {
    debug: () => undefined,
    info: () => undefined,
    warn: (message) => warnings.push(message),
    error: () => undefined,
  };
}
