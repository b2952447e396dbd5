import { sql } from "kysely";
import { SqlAnalysisStore } from "../../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { SqlIdLinks } from "../../../../src/adapters/storage/library/sql-id-links.js";
import { migrationNames } from "../../../../src/adapters/storage/migrations/migrate.js";
import type { IdLink } from "../../../../src/domain/track/id-link.js";
import { trackKeyFrom } from "../../../../src/domain/track/track-key.js";
import { findIsrc } from "../../../../src/domain/track/track.js";
import { analysisOf } from "../../../contracts/analyses/analysis-store.contract.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";

const analysis = analysisOf("Björk", "Jóga");
const link: IdLink = {
  spotifyId: "4uLU6hMCjMI75M1A2tKUQC",
  isrc: findIsrc("GBN9Y1100088") ?? null,
  musicbrainzId: null,
  trackKey: trackKeyFrom("Björk", "Jóga"),
};

describe.each(databaseSystems)("The migration that keeps id links, on %s,", (system) => {
  const databases = openedDatabases(system);

  /** Returns the URL of a database that the version before has left, with an analysis. */
  async function databaseOfBefore(): Promise<string> {
    const url = await databases.createUrl();
    const database = await databases.open({ url });
    await new SqlAnalysisStore({ database }).save(analysis);
    // What later migrations create is dropped here too.
    await sql`drop table id_links`.execute(database.kysely);
    await sql`alter table analyses drop column sound_embedding`.execute(database.kysely);
    const later = migrationNames.filter((name) => name >= "0028");
    await sql`delete from kysely_migration where name in (${sql.join(later)})`.execute(
      database.kysely,
    );
    await database.close();
    return url;
  }

  it("keeps what the database had, and links ids to tracks", async () => {
    const url = await databaseOfBefore();

    const database = await databases.open({ url });

    const links = new SqlIdLinks({ database });
    await links.save([link]);
    const [kept] = await new SqlAnalysisStore({ database }).findMany([analysis.trackKey]);
    expect(kept).toMatchObject({ trackName: "Jóga", estimates: analysis.estimates });
    expect(await links.find(link.spotifyId)).toEqual(link);
  });

  it("lets an id have one link", async () => {
    const { kysely } = await databases.open({ url: await databaseOfBefore() });
    const insert = sql`insert into id_links (spotify_id) values (${link.spotifyId})`;
    await insert.execute(kysely);

    await expect(insert.execute(kysely)).rejects.toThrow(/unique/iu);
  });
});
