import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { SqlAnalysisStore } from "../../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { openDatabase } from "../../../../src/adapters/storage/database.js";
import { createAnalyses } from "../../../../src/adapters/storage/migrations/0002-create-analyses.js";
import { knowRecordings } from "../../../../src/adapters/storage/migrations/0005-know-recordings.js";
import { createTimelines } from "../../../../src/adapters/storage/migrations/0007-create-timelines.js";
import { browseTheCatalogue } from "../../../../src/adapters/storage/migrations/0008-browse-the-catalogue.js";
import { joinEstimates } from "../../../../src/adapters/storage/migrations/0012-join-estimates.js";
import type { Estimate } from "../../../../src/domain/analysis/analysis.js";
import { byField, estimateFields } from "../../../../src/domain/analysis/descriptors.js";
import type { TrackKey } from "../../../../src/domain/track/track-key.js";
import { createOlderDatabase } from "./older-database.js";

/** The fields of the version before, which had a column each. */
const fieldsBefore = [
  ...["tempo", "key", "mode", "timeSignature", "energy", "liveness", "danceability"],
  ...["instrumentalness", "speechiness", "valence", "arousal", "approachability", "engagement"],
  ...["happy", "sad", "relaxed", "aggressive", "loudness", "loudnessRange", "truePeak", "tuning"],
];
const methods = ["measured", "model", "heuristic"] as const;
const odd = [1 / 3, -12.34, 120, 0, null, -0.000_012_345_678_901_234, 99.99];

/** What the version before stored for a track, by field. */
const estimatesOf = (track: number): Record<string, Estimate> =>
  byField(fieldsBefore, (field) => {
    const at = track + fieldsBefore.indexOf(field);
    const value = odd[at % odd.length] ?? null;
    return { value, confidence: value === null ? 0 : 1 / at, method: methods[at % 3] ?? "model" };
  });

/** What is read of it now: fields that are newer have no value. */
const readEstimatesOf = (track: number): Record<string, Estimate> => ({
  ...byField(estimateFields, (): Estimate => ({ value: null, confidence: 0, method: "measured" })),
  ...estimatesOf(track),
});

const keyOf = (track: number): TrackKey => track.toString(16).padStart(16, "0") as TrackKey;

/** Fills a database with analyses as the version before stored them. */
function fillAsBefore(handle: BetterSqlite.Database, tracks: number): void {
  for (let track = 1; track <= tracks; track += 1) {
    const estimates = estimatesOf(track);
    const names = fieldsBefore.map((field) => field.replace(/[A-Z]/g, "_$&").toLowerCase());
    handle
      .prepare(
        `insert into analyses (track_key, version, analyzed_at, duration_ms, duration_seconds, artist_folded,
          track_name_folded, artist, track_name, source, recording_key, confidences, ${names.join(", ")})
        values (?, 3, 17, 30500, 30.5, 'bjork', 'joga', 'Björk', 'Jóga', 'library', 'f00000000000000f', ?, ${names.map(() => "?").join(", ")})`,
      )
      .run(
        keyOf(track),
        JSON.stringify(byField(fieldsBefore, (field) => estimates[field]?.confidence)),
        ...fieldsBefore.map((field) => estimates[field]?.value),
      );
    const ofMethods = byField(fieldsBefore, (field) => estimates[field]?.method);
    const details = { methods: ofMethods, tempoRivals: [], beats: [0.5], downbeats: [] };
    handle
      .prepare("insert into analysis_details values (?, ?)")
      .run(keyOf(track), JSON.stringify(details));
    handle.prepare("insert into analysis_timelines values (?, '{}')").run(keyOf(track));
  }
  handle.exec(
    "insert into analysis_changes select track_key, rowid from analyses; update analysis_revision set revision = (select count(*) from analyses)",
  );
  handle.exec(
    "insert into analysis_spellings values ('spelling', 'Bjork', 'Joga', '0000000000000001')",
  );
}

describe("The migration to one column of estimates", () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "overtone-"))));
  afterEach(() => rm(folder, { recursive: true }));

  /** Returns the URL of a database that the version before has left. */
  async function databaseOfBefore(tracks: number): Promise<string> {
    const path = join(folder, "overtone.db");
    await createOlderDatabase(`sqlite:${path}`, "0011-keep-the-catalogue", () => Promise.resolve());
    const handle = new BetterSqlite(path);
    fillAsBefore(handle, tracks);
    handle.close();
    return `sqlite:${path}`;
  }

  it("keeps every value, confidence and method, to the last bit", async () => {
    const database = await openDatabase({ url: await databaseOfBefore(30) });
    const store = new SqlAnalysisStore({ database });

    const analyses = await store.findMany(Array.from({ length: 30 }, (_, at) => keyOf(at + 1)));

    const stored = analyses.map((analysis) => analysis?.estimates);
    expect(stored).toEqual(Array.from({ length: 30 }, (_, at) => readEstimatesOf(at + 1)));
    expect(analyses[0]).toMatchObject({
      version: 3,
      analyzedAt: 17,
      durationSeconds: 30.5,
      artist: "Björk",
      trackName: "Jóga",
      source: "library",
      beats: [0.5],
    });
    await database.close();
  });

  it("keeps what refers to an analysis", async () => {
    const database = await openDatabase({ url: await databaseOfBefore(2) });
    const store = new SqlAnalysisStore({ database });

    const spelling = await store.findMany(["spelling" as TrackKey]);
    const timelines = await store.findTimelines([keyOf(1), keyOf(2)]);

    expect(spelling).toMatchObject([{ artist: "Bjork", estimates: readEstimatesOf(1) }]);
    expect(timelines).toEqual([{}, {}]);
    await database.close();
  });

  it("leaves the catalogue as it was", async () => {
    const database = await openDatabase({ url: await databaseOfBefore(30) });
    const store = new SqlAnalysisStore({ database });

    const filter = {
      estimates: { tempo: { gte: 99 } },
      confidences: { tempo: { gte: 0.05 } },
      presence: "any",
    } as const;
    const page = await store.list({ filter, order: { field: "tempo", direction: "asc" } });

    const found = page.items.map(({ trackKey }) => trackKey);
    const expected = Array.from({ length: 20 }, (_, at) => at + 1)
      .filter((track) => (readEstimatesOf(track)["tempo"]?.value ?? 0) >= 99)
      .map((track) => [readEstimatesOf(track)["tempo"]?.value ?? 0, keyOf(track)] as const)
      .sort(([one, key], [other, otherKey]) => one - other || (key < otherKey ? -1 : 1));
    expect(found).toEqual(expected.map(([, trackKey]) => trackKey));
    await database.close();
  });

  it("is run once by two servers that start together", async () => {
    const url = await databaseOfBefore(500);

    const opened = await Promise.all([openDatabase({ url }), openDatabase({ url })]);

    for (const database of opened) {
      const store = new SqlAnalysisStore({ database });
      expect((await store.findMany([keyOf(500)]))[0]?.estimates).toEqual(readEstimatesOf(500));
      await database.close();
    }
  });

  it("refuses to run where foreign keys would remove what refers to an analysis", async () => {
    const handle = new BetterSqlite(":memory:");
    const kysely = new Kysely<never>({ dialect: new SqliteDialect({ database: handle }) });
    for (const migration of [createAnalyses, knowRecordings, createTimelines, browseTheCatalogue]) {
      await migration.up(kysely);
    }
    fillAsBefore(handle, 1);

    await expect(joinEstimates.up(kysely)).rejects.toThrow("Foreign keys are enforced");

    expect(handle.prepare("select count(*) from analysis_details").pluck().get()).toBe(1);
    await kysely.destroy();
  });
});
