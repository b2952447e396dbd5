import { type Kysely, type Migration, sql } from "kysely";

/** Stores when the last file of a recording left the library, with an index of it. What is gone already left at an unknown time: it counts from now. */
export const knowWhatIsGone: Migration = {
  async up(kysely: Kysely<never>): Promise<void> {
    await kysely.schema.alterTable("analyses").addColumn("gone_at", "bigint").execute();
    await sql`update analyses set gone_at = ${Date.now()}
      where source = 'library' and recording_id not in (
        select recording_id from library_files where recording_id is not null
        union
        select former_recording_id from library_files where former_recording_id is not null
      )`.execute(kysely);
    await sql`create index analyses_gone_at on analyses (gone_at) where gone_at is not null`.execute(
      kysely,
    );
  },
};
