import { type Kysely, sql } from "kysely";
import { SqlAnalysisStore } from "../../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { defaultOrder } from "../../../../src/domain/catalogue/catalogue-query.js";
import { trackKeyFrom } from "../../../../src/domain/track/track-key.js";
import { recordingOf } from "../../../fakes/measured-audio.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";
import { createOlderDatabase } from "./older-database.js";

/** Recordings by title, with the source of each and the files that hold it or held it before they were changed. */
const recordings: Readonly<
  Record<string, { source: string; files?: readonly string[]; former?: readonly string[] }>
> = {
  "In a folder": { source: "library", files: ["Jazz/1959/a.flac", "copies/a.flac"] },
  "In the library folder": { source: "library", files: ["b.flac"] },
  "In a changed file": { source: "library", former: ["Jazz/c.flac"] },
  "In no file": { source: "library" },
  Uploaded: { source: "upload" },
  Preview: { source: "deezer" },
};

async function fill(kysely: Kysely<never>): Promise<void> {
  let revision = 0;
  for (const [title, { source, files = [], former = [] }] of Object.entries(recordings)) {
    const [id, key] = [recordingOf(title), trackKeyFrom("Ann", title)];
    revision += 1;
    await sql`insert into analyses (recording_id, track_key, version, analyzed_at, duration_ms,
        duration_seconds, artist_folded, track_name_folded, artist, track_name, source, is_excerpt,
        is_verified, estimates)
      values (${id}, ${key}, 3, 17, 30500, 30.5, 'ann', ${title.toLowerCase()}, 'Ann', ${title},
        ${source}, 0, 1, '{}')`.execute(kysely);
    const details = JSON.stringify({ tempoRivals: [], beats: [], downbeats: [] });
    await sql`insert into analysis_details values (${id}, ${details})`.execute(kysely);
    await sql`insert into analysis_changes values (${id}, ${revision})`.execute(kysely);
    for (const [paths, held, heldBefore] of [
      [files, id, null],
      [former, null, id],
    ] as const) {
      for (const path of paths) {
        await sql`insert into library_files (folder, relative_path, range_number, revision,
            names_folded, track_key, artist, track_name, has_cover, size_bytes, modified_at,
            fingerprint, file_id, recording_id, former_recording_id)
          values ('/music', ${path}, 0, 1, 'ann', ${key}, 'Ann', ${title}, 0, 5, 17, 'abc',
            ${trackKeyFrom("", path)}, ${held}, ${heldBefore})`.execute(kysely);
      }
    }
  }
  await sql`update analysis_revision set revision = ${revision}`.execute(kysely);
}

describe.each(databaseSystems)(
  "A database that did not know files of recordings, on %s",
  (system) => {
    const databases = openedDatabases(system);

    /** Opens a database of before, with this version. */
    async function openMigrated(): Promise<SqlAnalysisStore> {
      const url = await databases.createUrl();
      await createOlderDatabase(url, "0043-seal-rows", fill);
      return new SqlAnalysisStore({ database: await databases.open({ url }) });
    }

    it("knows the folder of the first file of each recording by its path", async () => {
      const store = await openMigrated();

      const found = await store.findMany(Object.keys(recordings).map(recordingOf));

      const folders = found.map((analysis) => [analysis?.trackName, analysis?.holdingFile?.folder]);
      expect(Object.fromEntries(folders)).toEqual({
        "In a folder": "Jazz/1959",
        "In the library folder": "",
      });
    });

    it("hides what no file holds or may hold, and lists uploads and previews", async () => {
      const store = await openMigrated();

      const titles = await Promise.all(
        (["present", "gone"] as const).map(async (presence) => {
          const { items } = await store.list({ filter: { presence }, order: defaultOrder });
          return items.map(({ trackName }) => trackName).sort();
        }),
      );

      expect(titles).toEqual([
        ["In a changed file", "In a folder", "In the library folder", "Preview", "Uploaded"],
        ["In no file"],
      ]);
    });
  },
);
