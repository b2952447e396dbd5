import type { Kysely } from "kysely";
import type { TrackKey } from "../../../domain/track/track-key.js";
import type { AudioContents } from "../../../ports/library/audio-contents.js";
import type { Database } from "../database.js";
import { portionsOf } from "../portions.js";
import type { Schema } from "../tables.js";

const KEYS_PER_STATEMENT = 500;

/** Remembers analysed audio in the database. */
export class SqlAudioContents implements AudioContents {
  readonly #kysely: Kysely<Schema>;

  constructor({ database }: { readonly database: Database }) {
    this.#kysely = database.kysely;
  }

  async find(digest: string): Promise<TrackKey | undefined> {
    const row = await this.#kysely
      .selectFrom("audioContents")
      .select("trackKey")
      .where("digest", "=", digest)
      .executeTakeFirst();
    return row?.trackKey as TrackKey | undefined;
  }

  async save(digest: string, trackKey: TrackKey): Promise<void> {
    await this.#kysely
      .insertInto("audioContents")
      .values({ digest, trackKey })
      .onConflict((conflict) => conflict.column("digest").doUpdateSet({ trackKey }))
      .execute();
  }

  async forget(trackKeys: readonly TrackKey[]): Promise<void> {
    for (const some of portionsOf(trackKeys, KEYS_PER_STATEMENT)) {
      await this.#kysely.deleteFrom("audioContents").where("trackKey", "in", some).execute();
    }
  }
}
