import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import BetterSqlite from "better-sqlite3";
import { sql } from "kysely";
import {
  labelColumns,
  numberColumns,
} from "../../../../src/adapters/storage/catalogue/columns/catalogue-columns.js";
import { CatalogueIndex } from "../../../../src/adapters/storage/catalogue/catalogue-index.js";
import { CatalogueSnapshots } from "../../../../src/adapters/storage/catalogue/catalogue-snapshots.js";
import type { Database, DatabaseOptions } from "../../../../src/adapters/storage/database.js";
import { SqlAnalysisStore } from "../../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { SqlLibraryStore } from "../../../../src/adapters/storage/library/sql-library-store.js";
import { fillDatabase } from "../../../benchmark/database/filled-database.js";
import { madeUpAnalysis } from "../../../benchmark/database/made-up-analysis.js";
import { analysisOf } from "../../../contracts/analyses/analysis-store.contract.js";
import { type OpenedStores, replaceBytes } from "../../../contracts/analyses/replaced-bytes.js";
import { RecordingLogger } from "../../../fakes/recording-logger.js";
import { seededRandom } from "../../../signals/random.js";
import { openedDatabases } from "../opened-databases.js";
import { recordingsOf } from "./recordings-of.js";

const TRACKS = 2500;

describe("a snapshot of the catalogue", () => {
  const databases = openedDatabases();
  const running = new AbortController().signal;
  let folder = "";
  let filled = "";
  let file = "";

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-snapshots-"));
    filled = join(folder, "filled.db");
    await fillDatabase(`sqlite:${filled}`, TRACKS);
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  beforeEach(async () => {
    file = join(folder, `${expect.getState().currentTestName?.length}-${performance.now()}.db`);
    await copyFile(filled, file);
  });

  /** The catalogue of a server, with all statements that it sends to the database. */
  async function start(options: Partial<DatabaseOptions> = {}) {
    const statements: string[] = [];
    const logger = new RecordingLogger();
    const database = await databases.open({
      url: `sqlite:${file}`,
      onStatement: (text) => statements.push(text),
      ...options,
    });
    const catalogue = new CatalogueIndex(database, new CatalogueSnapshots({ database, logger }));
    const store = new SqlAnalysisStore({ database, catalogue });
    const files = new SqlLibraryStore({ database });
    return { database, catalogue, store, files, statements, logger };
  }

  /** Whether all analyses were read from their table, which takes ten statements. */
  const readsTable = (statements: readonly string[]): boolean =>
    statements.filter((text) => text.includes('left join "analyses"')).length >= 10;

  it("is read by the next start instead of the table", async () => {
    const first = await start();
    await first.catalogue.saveSnapshot(running);

    const second = await start();
    const columns = await second.catalogue.current();

    expect(readsTable(first.statements)).toBe(true);
    expect(readsTable(second.statements)).toBe(false);
    expect(columns.size).toBe(TRACKS);
    expect(second.logger.lines).toEqual([]);
  });

  it("gives the same results as the table after random changes during and after its writing", async () => {
    const random = seededRandom(7);
    const [writing, other] = [await start(), await start()];
    await writing.catalogue.current();
    const written = writing.catalogue.saveSnapshot(running);
    let isWritten = false;
    const end = (): void => void (isWritten = true);
    void written.then(end, end);
    for (let changes = 0; changes < 600 || !isWritten; changes += 1) {
      await changeAtRandom(changes % 2 === 0 ? writing : other, random);
      if (changes % 10 === 0) await writing.catalogue.current();
    }
    await written;

    const fromSnapshot = await start();
    const fromTable = new CatalogueIndex(fromSnapshot.database);
    const columns = await fromSnapshot.catalogue.current();

    expect(readsTable(fromSnapshot.statements)).toBe(false);
    expect(contentsOf(columns)).toEqual(contentsOf(await fromTable.current()));
    const request = {
      filter: {},
      order: { field: "tempo", direction: "desc" },
      first: 50,
    } as const;
    expect(await fromSnapshot.catalogue.listIds(request)).toEqual(await fromTable.listIds(request));
  });

  it("is rewritten only after many changes", async () => {
    const first = await start();
    await first.catalogue.saveSnapshot(running);
    const [id] = snapshotIds(file);
    for (let count = 0; count < 1000; count += 1) {
      await first.store.save(analysisOf("Artist 1", "Track 1", { tempo: count }));
    }

    await first.catalogue.saveSnapshot(running);
    const afterFew = snapshotIds(file);
    await replaceBytes(first.files, madeUpAnalysis(5));
    await first.catalogue.saveSnapshot(running);

    expect(afterFew).toEqual([id]);
    expect(snapshotIds(file)).toHaveLength(1);
    expect(snapshotIds(file)).not.toEqual([id]);
    expect(portionOwners(file)).toEqual(snapshotIds(file));
  });

  it("is not written for a small catalogue", async () => {
    const { files, catalogue } = await start();
    await replaceFirst(files, 501);

    await catalogue.saveSnapshot(running);

    expect(portionOwners(file)).toEqual([]);
  });

  it.each([
    [
      "has damaged bytes",
      "update catalogue_snapshot_portions set content = zeroblob(9) where place = 1",
    ],
    ["lacks a portion", "delete from catalogue_snapshot_portions where place = 2"],
  ])("is ignored when it %s, and rewritten", async (_, damage) => {
    const first = await start();
    await first.catalogue.saveSnapshot(running);
    const [damaged] = snapshotIds(file);
    withHandle(file, (handle) => handle.exec(damage));

    const second = await start();
    const contents = contentsOf(await second.catalogue.current());
    await second.catalogue.saveSnapshot(running);

    expect(contents).toEqual(contentsOf(await first.catalogue.current()));
    expect(second.logger.lines).toMatchObject([{ level: "warn" }]);
    const third = await start();
    await third.catalogue.current();
    expect(snapshotIds(file)).not.toEqual([damaged]);
    expect(readsTable(third.statements)).toBe(false);
  });

  it("is ignored when it was written in another layout", async () => {
    await (await start()).catalogue.saveSnapshot(running);
    withHandle(file, (handle) => handle.exec("update catalogue_snapshots set layout = 'older'"));

    const { catalogue, statements, logger } = await start();
    await catalogue.current();

    expect(readsTable(statements)).toBe(true);
    expect(logger.lines).toEqual([]);
  });

  it("does not change the existing one when its writing is cancelled; the next removes the rest", async () => {
    const first = await start();
    await first.catalogue.saveSnapshot(running);
    const kept = snapshotIds(file);
    await replaceFirst(first.files, 200);
    await rewrite(first.store);
    const stopping = new AbortController();
    stopping.abort();

    await first.catalogue.saveSnapshot(stopping.signal);

    expect(snapshotIds(file)).toEqual(kept);
    expect(portionOwners(file)).toHaveLength(2);
    await first.catalogue.saveSnapshot(running);
    expect(portionOwners(file)).toEqual(snapshotIds(file));
  });

  it("is complete when two processes write one at the same time", async () => {
    const servers = [await start(), await start()];

    await Promise.all(servers.map(({ catalogue }) => catalogue.saveSnapshot(running)));

    const { catalogue, statements, logger } = await start();
    expect((await catalogue.current()).size).toBe(TRACKS);
    expect(readsTable(statements)).toBe(false);
    expect(logger.lines).toEqual([]);
    expect(portionOwners(file)).toEqual(snapshotIds(file));
  });

  it("is written later when another process locks the database", async () => {
    const { catalogue } = await start({ waitMilliseconds: 20 });
    await catalogue.current();
    const other = new BetterSqlite(file);
    other.exec("begin immediate");

    const refused = catalogue.saveSnapshot(running);

    await expect(refused).rejects.toMatchObject({ code: "STORAGE_BUSY" });
    other.exec("rollback");
    other.close();
    await catalogue.saveSnapshot(running);
    expect(snapshotIds(file)).toHaveLength(1);
  });

  it("is written later when the disk is full, and uses no space until then", async () => {
    const { catalogue, database } = await start();
    await catalogue.current();
    const pages = await pragma(database, "page_count");
    await pragma(database, `max_page_count = ${pages + 75}`);

    const refused = catalogue.saveSnapshot(running);

    await expect(refused).rejects.toMatchObject({ code: "STORAGE_FULL" });
    expect(portionOwners(file)).toEqual([]);
    await pragma(database, "max_page_count = 1000000");
    await catalogue.saveSnapshot(running);
    expect(snapshotIds(file)).toHaveLength(1);
  });
});

/** Removes the first so many analyses of files. */
async function replaceFirst(files: SqlLibraryStore, count: number): Promise<void> {
  const analyses = Array.from({ length: TRACKS }, (_, index) => madeUpAnalysis(index));
  const ofFiles = analyses.filter(({ source }) => source === "library");
  for (const analysis of ofFiles.slice(0, count)) await replaceBytes(files, analysis);
}

/** Saves the analysis of a new recording or a known one, or removes one. */
async function changeAtRandom({ store, files }: OpenedStores, random: () => number): Promise<void> {
  const pick = (choices: number): number => Math.floor(((random() + 1) / 2) * choices);
  const index = pick(TRACKS);
  if (pick(3) === 0) return replaceBytes(files, madeUpAnalysis(index));
  const { recordingId, artist, trackName } = madeUpAnalysis(
    pick(2) === 0 ? index : TRACKS + pick(100),
  );
  const analysis = analysisOf(artist, trackName, { tempo: 60 + pick(100) });
  await store.save({ ...analysis, recordingId });
  // Portions are written in between.
  await pause(0);
}

/** Changes so many analyses that the snapshot is rewritten. */
async function rewrite(store: SqlAnalysisStore): Promise<void> {
  for (let count = 0; count < 900; count += 1) {
    await store.save(analysisOf("Artist 1", "Track 1", { tempo: count }));
  }
}

/** Returns the content of columns, independent of the slots. */
function contentsOf(columns: Awaited<ReturnType<CatalogueIndex["current"]>>) {
  const rows = recordingsOf(columns).map((recordingId, slot) => [
    recordingId,
    columns.keys("trackKey").at(slot),
    ...labelColumns.map((column) => columns.labels(column).at(slot)),
    columns.texts("artistFolded").at(slot),
    columns.texts("trackNameFolded").at(slot),
    columns.names.at(slot),
    ...numberColumns.map((column) => columns.numbers(column)[slot]),
  ]);
  return new Map(rows.map((row) => [row[0], row]));
}

function withHandle<T>(path: string, work: (handle: BetterSqlite.Database) => T): T {
  const handle = new BetterSqlite(path);
  try {
    return work(handle);
  } finally {
    handle.close();
  }
}

const listed = (path: string, text: string): readonly unknown[] =>
  withHandle(path, (handle) => handle.prepare(text).pluck().all());

const snapshotIds = (path: string) => listed(path, "select id from catalogue_snapshots");

const portionOwners = (path: string) =>
  listed(path, "select distinct snapshot_id from catalogue_snapshot_portions");

async function pragma(database: Database, text: string): Promise<number> {
  const { rows } = await sql.raw<Record<string, number>>(`pragma ${text}`).execute(database.kysely);
  return Object.values(rows[0] ?? {})[0] ?? NaN;
}
