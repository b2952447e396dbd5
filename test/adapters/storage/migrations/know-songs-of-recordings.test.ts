import { type Kysely, sql } from "kysely";
import { SqlAnalysisStore } from "../../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { trackKeyFrom } from "../../../../src/domain/track/track-key.js";
import { recordingOf } from "../../../fakes/measured-audio.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";
import { createOlderDatabase } from "./older-database.js";

/** The files of recordings by title: the folder of each, and what was done with it as a song. */
const recordings: Readonly<
  Record<string, readonly (readonly [folder: string, use?: readonly (number | null)[]])[]>
> = {
  "On two servers": [
    ["server:home", [3, 1_700_000_000_000, 2, 5]],
    ["server:nas", [4, null, 1, 7]],
    ["/music"],
  ],
  "On one server": [["server:nas", [null, null, null, null]]],
  "On the disk": [["/music"]],
};

async function fill(kysely: Kysely<never>): Promise<void> {
  let revision = 0;
  for (const [title, files] of Object.entries(recordings)) {
    const [id, key] = [recordingOf(title), trackKeyFrom("Ann", title)];
    revision += 1;
    await sql`insert into analyses (recording_id, track_key, version, analyzed_at, duration_ms,
        duration_seconds, artist_folded, track_name_folded, artist, track_name, source, is_excerpt,
        is_verified, estimates, holding_file)
      values (${id}, ${key}, 3, 17, 30500, 30.5, 'ann', ${title.toLowerCase()}, 'Ann', ${title},
        'library', 0, 1, '{}', '{"folder":"a","format":"FLAC"}')`.execute(kysely);
    const details = JSON.stringify({ tempoRivals: [], beats: [], downbeats: [] });
    await sql`insert into analysis_details values (${id}, ${details})`.execute(kysely);
    await sql`insert into analysis_changes values (${id}, ${revision})`.execute(kysely);
    for (const [folder, use] of files) {
      const path = `a/${title}.flac`;
      await sql`insert into library_files (folder, relative_path, range_number, revision,
          names_folded, track_key, artist, track_name, has_cover, size_bytes, modified_at,
          fingerprint, file_id, recording_id)
        values (${folder}, ${path}, 0, 1, 'ann', ${key}, 'Ann', ${title}, 0, 5, 17, 'abc',
          ${trackKeyFrom(folder, path)}, ${id})`.execute(kysely);
      if (use === undefined) continue;
      const [rating, favourite, count, played] = use;
      await sql`insert into server_songs (server, relative_path, song_id, suffix, size_bytes, tags,
          rating, favourite_at, play_count, played_at)
        values (${folder.replace("server:", "")}, ${path}, 'id', 'flac', 5, '{}',
          ${rating}, ${favourite}, ${count}, ${played})`.execute(kysely);
    }
  }
  await sql`update analysis_revision set revision = ${revision}`.execute(kysely);
}

describe.each(databaseSystems)(
  "A database that did not know which servers have a recording, on %s",
  (system) => {
    const databases = openedDatabases(system);

    it("knows it, and what was done there, after it is opened", async () => {
      const url = await databases.createUrl();
      await createOlderDatabase(url, "0050-know-mounted-songs", fill);
      const store = new SqlAnalysisStore({ database: await databases.open({ url }) });

      const found = await store.findMany(Object.keys(recordings).map(recordingOf));

      const file = { folder: "a", format: "FLAC" };
      const use = { rating: 4, favouriteAt: 1_700_000_000_000, playCount: 3, playedAt: 7 };
      expect(found.map((analysis) => analysis?.holdingFile)).toEqual([
        { ...file, servers: ["home", "nas"], use },
        { ...file, servers: ["nas"] },
        file,
      ]);
    });
  },
);
