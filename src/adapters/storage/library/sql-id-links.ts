import { compareTexts } from "../../../domain/compare-texts.js";
import type { Kysely } from "kysely";
import type { IdLink } from "../../../domain/track/id-link.js";
import type { IdLinkStore } from "../../../ports/metadata/id-link-store.js";
import type { Database } from "../database.js";
import { inTurns, portionsOf } from "../portions.js";
import type { Schema } from "../tables.js";

/** Rows of one statement; each has four values. */
const ROWS_PER_STATEMENT = 200;

/** Ids that one statement looks up. */
const IDS_PER_STATEMENT = 500;

/** Stores links of ids in the database. */
export class SqlIdLinks implements IdLinkStore {
  readonly #kysely: Kysely<Schema>;

  constructor({ database }: { readonly database: Pick<Database, "kysely"> }) {
    this.#kysely = database.kysely;
  }

  async save(links: readonly IdLink[]): Promise<void> {
    const byId = new Map(links.map((link) => [link.spotifyId, link]));
    // In one order, so that two imports at the same time do not wait for each other.
    const rows = [...byId.values()].sort((one, other) =>
      compareTexts(one.spotifyId, other.spotifyId),
    );
    for (const portion of portionsOf(rows, ROWS_PER_STATEMENT)) {
      await this.#kysely
        .insertInto("idLinks")
        .values([...portion])
        .onConflict((conflict) =>
          conflict.column("spotifyId").doUpdateSet((build) => ({
            isrc: build.ref("excluded.isrc"),
            musicbrainzId: build.ref("excluded.musicbrainzId"),
            trackKey: build.ref("excluded.trackKey"),
          })),
        )
        .execute();
    }
  }

  async find(spotifyId: string): Promise<IdLink | undefined> {
    return this.#kysely
      .selectFrom("idLinks")
      .selectAll()
      .where("spotifyId", "=", spotifyId)
      .executeTakeFirst();
  }

  async findMany(spotifyIds: readonly string[]): Promise<readonly (IdLink | undefined)[]> {
    const found = new Map<string, IdLink>();
    await inTurns(portionsOf([...new Set(spotifyIds)], IDS_PER_STATEMENT), async (some) => {
      const links = await this.#kysely
        .selectFrom("idLinks")
        .selectAll()
        .where("spotifyId", "in", some)
        .execute();
      for (const link of links) found.set(link.spotifyId, link);
    });
    return spotifyIds.map((spotifyId) => found.get(spotifyId));
  }
}
