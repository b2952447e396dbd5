import { sql } from "kysely";
import { SqlIdLinks } from "../../../../src/adapters/storage/library/sql-id-links.js";
import type { IdLink } from "../../../../src/domain/track/id-link.js";
import { trackKeyFrom } from "../../../../src/domain/track/track-key.js";
import { findIsrc } from "../../../../src/domain/track/track.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";
import { createOlderDatabase } from "./older-database.js";

const link: IdLink = {
  spotifyId: "4uLU6hMCjMI75M1A2tKUQC",
  isrc: findIsrc("GBN9Y1100088") ?? null,
  musicbrainzId: null,
  trackKey: trackKeyFrom("Björk", "Jóga"),
};

describe.each(databaseSystems)("The migration that keeps id links, on %s,", (system) => {
  const databases = openedDatabases(system);

  const openMigrated = async () => {
    const url = await databases.createUrl();
    await createOlderDatabase(url, "0027-keep-release-details", () => Promise.resolve());
    return databases.open({ url });
  };

  it("links ids to tracks", async () => {
    const links = new SqlIdLinks({ database: await openMigrated() });

    await links.save([link]);

    expect(await links.find(link.spotifyId)).toEqual(link);
  });

  it("lets an id have one link", async () => {
    const { kysely } = await openMigrated();
    const insert = sql`insert into id_links (spotify_id) values (${link.spotifyId})`;
    await insert.execute(kysely);

    await expect(insert.execute(kysely)).rejects.toThrow(/unique/iu);
  });
});
