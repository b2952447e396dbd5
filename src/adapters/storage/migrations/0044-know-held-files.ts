import { type Kysely, type Migration, sql } from "kysely";

/**
 * Stores labels, formats, bit rates and when files were added, and with each analysis what is known of the files that hold
 * the recording. The state of cue sheets of stored files becomes one that no folder has, so that the next scan reads their
 * tags again; their audio is not read. Nothing says when files were added that are stored already.
 */
export const knowHeldFiles: Migration = {
  async up(kysely: Kysely<never>): Promise<void> {
    for (const column of ["label", "format"]) {
      await kysely.schema.alterTable("library_files").addColumn(column, "text").execute();
    }
    await kysely.schema.alterTable("library_files").addColumn("bit_rate_kbps", "integer").execute();
    await kysely.schema.alterTable("library_files").addColumn("added_at", "bigint").execute();
    await kysely.schema.alterTable("analyses").addColumn("holding_file", "text").execute();
    await storeFolders(kysely);
    await sql`update library_files set sheets = ''`.execute(kysely);
  },
};

/** Analyses that are read at a time. */
const ROWS_PER_SLICE = 5_000;

/** Stores the folder of the first file of each recording; the rest becomes known with the next scan. */
async function storeFolders(kysely: Kysely<never>): Promise<void> {
  for (let after: string | undefined = ""; after !== undefined;) {
    const { rows }: { rows: { recording_id: string; relative_path: string }[] } = await sql<{
      recording_id: string;
      relative_path: string;
    }>`
      select analyses.recording_id, library_files.relative_path from analyses
      inner join library_files on library_files.recording_id = analyses.recording_id
      where analyses.recording_id in (
        select recording_id from analyses where recording_id > ${after}
        order by recording_id limit ${ROWS_PER_SLICE}
      )
      order by analyses.recording_id, folder, relative_path, range_number`.execute(kysely);
    const seen = new Set<string>();
    for (const { recording_id: id, relative_path: path } of rows) {
      if (seen.has(id)) continue;
      seen.add(id);
      const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
      await sql`update analyses set holding_file = ${JSON.stringify({ folder })} where recording_id = ${id}`.execute(
        kysely,
      );
    }
    after = await lastOfSlice(kysely, after);
  }
}

/** Returns the last id of the analyses behind an id that are read at a time; `undefined` where there is none. */
async function lastOfSlice(kysely: Kysely<never>, after: string): Promise<string | undefined> {
  const { rows } = await sql<{ last: string | null }>`
    select max(recording_id) as last from (
      select recording_id from analyses where recording_id > ${after}
      order by recording_id limit ${ROWS_PER_SLICE}
    ) as slice`.execute(kysely);
  return rows[0]?.last ?? undefined;
}
