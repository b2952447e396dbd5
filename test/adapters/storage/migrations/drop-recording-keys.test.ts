import { type Kysely, sql } from "kysely";
import { SqlAnalysisStore } from "../../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { trackKeyFrom } from "../../../../src/domain/track/track-key.js";
import { analysisOf } from "../../../contracts/analyses/analysis-store.contract.js";
import { recordingOf } from "../../../fakes/measured-audio.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";
import { createOlderDatabase } from "./older-database.js";

const recordingId = recordingOf("Song");
const trackKey = trackKeyFrom("Ann", "Song");

async function fill(kysely: Kysely<never>): Promise<void> {
  await sql`insert into analyses (recording_id, track_key, version, analyzed_at, duration_ms,
      duration_seconds, artist_folded, track_name_folded, artist, track_name, source, recording_key,
      release, is_excerpt, is_verified, estimates)
    values (${recordingId}, ${trackKey}, 3, 17, 30500, 30.5, 'ann', 'song', 'Ann', 'Song', 'library',
      'key of spellings', '{"album":"Disc"}', 0, 1, '{}')`.execute(kysely);
  const details = { tempoRivals: [], beats: [0.5], downbeats: [] };
  await sql`insert into analysis_details values (${recordingId}, ${JSON.stringify(details)})`.execute(
    kysely,
  );
  await sql`insert into recording_names values (${trackKey}, ${recordingId}, 'Ann', 'Song')`.execute(
    kysely,
  );
  await sql`insert into analysis_changes values (${recordingId}, 1)`.execute(kysely);
  await sql`update analysis_revision set revision = 1`.execute(kysely);
}

describe.each(databaseSystems)("A database with keys of spellings, on %s", (system) => {
  const databases = openedDatabases(system);

  it("keeps its analyses, and takes new ones without such keys", async () => {
    const url = await databases.createUrl();
    await createOlderDatabase(url, "0041-divide-files", fill);

    const store = new SqlAnalysisStore({ database: await databases.open({ url }) });
    await store.save(analysisOf("Bo", "New"));

    const [kept, added] = await store.findMany([trackKey, trackKeyFrom("Bo", "New")]);
    expect(kept).toMatchObject({ recordingId, beats: [0.5], release: { album: "Disc" } });
    expect(added?.trackName).toBe("New");
    const order = { field: "trackName", direction: "asc" } as const;
    const { items } = await store.list({ filter: { presence: "any" }, order });
    expect(items.map(({ trackName }) => trackName)).toEqual(["New", "Song"]);
  });
});
