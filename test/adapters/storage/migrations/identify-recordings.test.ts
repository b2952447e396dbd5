import { type Kysely, sql } from "kysely";
import { SqlAnalysisStore } from "../../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { SqlLibraryStore } from "../../../../src/adapters/storage/library/sql-library-store.js";
import { estimateFields } from "../../../../src/domain/analysis/descriptors.js";
import { fileIdOf } from "../../../../src/domain/library/library-file.js";
import type { RecordingId } from "../../../../src/domain/track/recording-id.js";
import { trackKeyFrom, type TrackKey } from "../../../../src/domain/track/track-key.js";
import { recordingOf } from "../../../fakes/measured-audio.js";
import { sixSeconds } from "../../../fakes/timelines.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";
import { createOlderDatabase } from "./older-database.js";

const keyOf = (title: string): TrackKey => trackKeyFrom("Ann", title);
const recordingBefore = (title: string): RecordingId => `rec:${keyOf(title)}` as RecordingId;
const digest = (byte: string): string => byte.repeat(32);

/** What a database of before has: analyses by title, with their sources. */
const SOURCES = { Known: "library", Plain: "library", Sent: "upload", Preview: "deezer" } as const;

/** Files by title, with the digests of their audio. */
const DIGESTS = {
  Known: digest("aa"),
  Renamed: digest("aa"),
  Plain: null,
  Replaced: digest("bb"),
  Spelling: null,
  New: null,
} as const;

async function fill(kysely: Kysely<never>): Promise<void> {
  let revision = 0;
  for (const [title, source] of Object.entries(SOURCES)) {
    const estimates = Object.fromEntries(
      estimateFields.map((field) => [field, [0.5, 0.75, "measured"]]),
    );
    const excerpt = source === "deezer" ? { excerptSeconds: 29.5 } : {};
    const release = { album: `Album of ${title}` };
    const details = { tempoRivals: [], beats: [0.5], downbeats: [], release, ...excerpt };
    await sql`insert into analyses (track_key, version, analyzed_at, duration_ms, duration_seconds,
        artist_folded, track_name_folded, artist, track_name, source, recording_key, estimates)
      values (${keyOf(title)}, 3, 17, 30500, 30.5, 'ann', ${title.toLowerCase()}, 'Ann', ${title},
        ${source}, null, ${JSON.stringify(estimates)})`.execute(kysely);
    await sql`insert into analysis_details values (${keyOf(title)}, ${JSON.stringify(details)})`.execute(
      kysely,
    );
    revision += 1;
    await sql`insert into analysis_changes values (${keyOf(title)}, ${revision})`.execute(kysely);
  }
  await sql`update analysis_revision set revision = ${revision}`.execute(kysely);
  await sql`insert into analysis_timelines
    values (${keyOf("Known")}, ${JSON.stringify(sixSeconds)})`.execute(kysely);
  await sql`insert into analysis_spellings
    values (${keyOf("Spelling")}, 'Ann', 'Spelling', ${keyOf("Plain")})`.execute(kysely);
  await sql`insert into audio_contents values (${digest("aa")}, ${keyOf("Known")})`.execute(kysely);
  for (const [title, audioDigest] of Object.entries(DIGESTS)) {
    await sql`insert into library_files (folder, relative_path, revision, names_folded, track_key, artist,
        track_name, has_cover, size_bytes, modified_at, fingerprint, audio_digest)
      values ('/music', ${title}, 1, ${title}, ${keyOf(title)}, 'Ann', ${title}, 0, 1, 1, 'abc',
        ${audioDigest})`.execute(kysely);
  }
  for (const [id, upload, state] of [
    ["of a name", null, "waiting"],
    ["of an upload", "{}", "waiting"],
    ["ended", null, "ended"],
  ] as const) {
    await sql`insert into analysis_jobs (id, version, name, live_name, track_key, track, upload, state,
        priority, place, run_after, attempts, losses)
      values (${id}, 3, ${id}, ${id}, ${keyOf("Known")}, '{}', ${upload}, ${state}, 0, 1, 0, 0, 0)`.execute(
      kysely,
    );
  }
  await sql`insert into analysis_failures
    values ('track', ${keyOf("New")}, '{}', ${Number.MAX_SAFE_INTEGER})`.execute(kysely);
}

describe.each(databaseSystems)("The migration to recordings, on %s,", (system) => {
  const databases = openedDatabases(system);

  const openMigrated = async () => {
    const url = await databases.createUrl();
    await createOlderDatabase(url, "0030-keep-credits", fill);
    const database = await databases.open({ url });
    return {
      database,
      store: new SqlAnalysisStore({ database }),
      files: new SqlLibraryStore({ database }),
    };
  };

  it("answers for each name as before, and says what is not known by its bytes", async () => {
    const { store } = await openMigrated();
    const titles = ["Known", "Renamed", "Plain", "Spelling", "Sent", "Preview", "New"];

    const found = await store.findMany(titles.map(keyOf));
    const values = await store.findValues(titles.map(keyOf));

    const expected = [
      ...["Known", "Known", "Plain", "Plain"].map((title) => ({
        recordingId: recordingBefore(title),
        isUnverified: true,
      })),
      { recordingId: recordingBefore("Sent"), release: { album: "Album of Sent" } },
      { recordingId: recordingBefore("Preview"), excerptSeconds: 29.5 },
    ];
    expect(found.slice(0, 6)).toMatchObject(expected);
    expect(values.slice(0, 6)).toMatchObject(expected);
    expect(found.map((analysis) => analysis?.trackName)).toEqual([
      ...titles.slice(0, 6),
      undefined,
    ]);
    expect(found.slice(4, 6).map((analysis) => analysis?.isUnverified)).toEqual([
      undefined,
      undefined,
    ]);
    expect(found[0]).toMatchObject({ version: 3, analyzedAt: 17, durationSeconds: 30.5 });
    expect(await store.findTimelines([keyOf("Renamed"), keyOf("Plain")])).toEqual([
      sixSeconds,
      undefined,
    ]);
  });

  it("lists the same recordings, and the names of excerpts", async () => {
    const { store } = await openMigrated();

    const page = await store.list({
      filter: { presence: "any" },
      order: { field: "trackName", direction: "asc" },
    });

    expect(page.items.map(({ trackName }) => trackName)).toEqual(Object.keys(SOURCES).sort());
    const [preview] = await store.findNamed([keyOf("Preview")]);
    expect(preview?.recordings).toMatchObject([{ isExcerpt: true, source: "deezer" }]);
  });

  it("knows which recording each file held, and names files by their paths", async () => {
    const { files } = await openMigrated();

    const listed = await files.listFolder("/music");

    const held = Object.fromEntries(listed.map((file) => [file.trackName, file.recordingId]));
    expect(held).toEqual({
      Known: recordingBefore("Known"),
      Renamed: recordingBefore("Known"),
      Plain: recordingBefore("Plain"),
      Spelling: recordingBefore("Plain"),
      Replaced: undefined,
      New: undefined,
    });
    expect(await files.findByIds(listed.map(fileIdOf))).toEqual(listed);
    expect(listed[0]).toMatchObject({ audioDigest: digest("aa") });
  });

  it("keeps jobs of uploads, and drops those and the failures of names", async () => {
    const { database } = await openMigrated();

    const jobs = await database.kysely.selectFrom("analysisJobs").select("id").execute();

    expect(jobs.map(({ id }) => id).sort()).toEqual(["ended", "of an upload"]);
    expect(await database.kysely.selectFrom("analysisFailures").selectAll().execute()).toEqual([]);
  });

  it("lets a file be verified by its digest, and replaces what turns out to be other audio", async () => {
    const { store, files } = await openMigrated();
    const verified = recordingOf("the bytes of Known");
    const measured = recordingOf("the bytes of Plain");
    const ids = Object.keys(DIGESTS).map((title) =>
      fileIdOf({ folder: "/music", relativePath: title }),
    );
    const [known, , plain, , spelling] = await files.findByIds(ids);

    await store.verify(recordingBefore("Known"), verified);
    const areStored = [
      await files.saveRecording(known!, verified),
      await files.saveRecording(plain!, measured),
      await files.saveRecording(spelling!, measured),
    ];

    const found = await store.findMany([keyOf("Known"), recordingBefore("Plain"), keyOf("Plain")]);
    expect(areStored).toEqual([true, true, true]);
    expect(found).toMatchObject([{ recordingId: verified }, undefined, undefined]);
    expect(found[0]).not.toHaveProperty("isUnverified");
  });

  it("is run once by two servers that start together", async () => {
    const url = await databases.createUrl();
    await createOlderDatabase(url, "0030-keep-credits", fill);

    const opened = await Promise.all([databases.open({ url }), databases.open({ url })]);

    for (const database of opened) {
      const [found] = await new SqlAnalysisStore({ database }).findMany([keyOf("Known")]);
      expect(found?.recordingId).toBe(recordingBefore("Known"));
    }
  });
});
