import { type Kysely, type Migration, sql } from "kysely";
import { fileIdOf } from "../../../domain/library/library-file.js";

/** Gives the tracks of a file ids that follow each other, so that they are measured in their order. */
export const orderTracksOfFiles: Migration = {
  async up(kysely: Kysely<never>): Promise<void> {
    const { rows } = await sql<{
      readonly folder: string;
      readonly relativePath: string;
      readonly rangeNumber: number;
    }>`select folder, relative_path as "relativePath", range_number as "rangeNumber"
      from library_files where range_number > 0`.execute(kysely);
    for (const { folder, relativePath, rangeNumber } of rows) {
      const range = { number: rangeNumber, startFrame: 0 };
      await sql`update library_files set file_id = ${fileIdOf({ folder, relativePath, range })}
        where folder = ${folder} and relative_path = ${relativePath} and range_number = ${rangeNumber}`.execute(
        kysely,
      );
    }
  },
};
