import { type Kysely, sql } from "kysely";
import { SqlFingerprintCatalogue } from "../../../../src/adapters/storage/fingerprints/sql-fingerprint-catalogue.js";
import { packFingerprint } from "../../../../src/domain/fingerprint/fingerprint-text.js";
import { randomWords } from "../../../domain/fingerprint/random-words.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";
import { createOlderDatabase } from "./older-database.js";

/** More than are read at a time. */
const COUNT = 250;
const idOf = (at: number): string => `rec:${at.toString(16).padStart(16, "0")}`;

async function fill(kysely: Kysely<never>): Promise<void> {
  for (let at = 1; at <= COUNT; at++) {
    await sql`insert into analyses (recording_id, track_key, version, analyzed_at, duration_ms, duration_seconds,
        artist_folded, track_name_folded, artist, track_name, source, is_excerpt, is_verified, estimates)
      values (${idOf(at)}, 'key', 3, 17, 30500, 30.5, 'ann', 'one', 'Ann', 'One', 'library', 0, 1, '{}')`.execute(
      kysely,
    );
    const fingerprint = packFingerprint(randomWords(200, at));
    await sql`insert into analysis_fingerprints values (${idOf(at)}, ${fingerprint})`.execute(
      kysely,
    );
    await sql`insert into analysis_changes values (${idOf(at)}, ${at})`.execute(kysely);
  }
  await sql`update analysis_revision set revision = ${COUNT}`.execute(kysely);
}

describe.each(databaseSystems)("The migration to links of performances, on %s,", (system) => {
  const databases = openedDatabases(system);

  it("finds the recordings of before by their sound, none of them compared", async () => {
    const url = await databases.createUrl();
    await createOlderDatabase(url, "0031-identify-recordings", fill);

    const database = await databases.open({ url });

    const sounds = new SqlFingerprintCatalogue({ database });
    for (const at of [1, 100, COUNT]) {
      const places = await sounds.find(randomWords(200, at).slice(40, 100), 1);
      expect(places).toMatchObject([{ recordingId: idOf(at) }]);
    }
    const states = await database.kysely
      .selectFrom("indexedFingerprints")
      .select(["isCompared", "takenUntil"])
      .execute();
    expect(states).toEqual(Array.from({ length: COUNT }, () => ({ isCompared: 0, takenUntil: 0 })));
  });
});
