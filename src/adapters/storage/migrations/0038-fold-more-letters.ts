import type { Kysely, Migration } from "kysely";
import { foldLetters, foldText } from "../../../domain/track/folded-text.js";

/** Rows that are read at a time, about 1 MB. */
const ROWS_PER_SLICE = 5_000;

interface Tables {
  readonly analyses: {
    readonly recording_id: string;
    readonly artist: string;
    readonly track_name: string;
    readonly artist_folded: string;
    readonly track_name_folded: string;
  };
  readonly library_files: { readonly revision: number; readonly names_folded: string };
}

/** Folds the stored names again, since more letters are folded than before. */
export const foldMoreLetters: Migration = {
  async up(kysely: Kysely<never>): Promise<void> {
    const tables = kysely as unknown as Kysely<Tables>;
    await foldNamesOfAnalyses(tables);
    await foldNamesOfFiles(tables);
  },
};

async function foldNamesOfAnalyses(kysely: Kysely<Tables>): Promise<void> {
  for (let after: string | undefined = ""; after !== undefined;) {
    const rows = await kysely
      .selectFrom("analyses")
      .select(["recording_id", "artist", "track_name", "artist_folded", "track_name_folded"])
      .where("recording_id", ">", after)
      .orderBy("recording_id")
      .limit(ROWS_PER_SLICE)
      .execute();
    for (const row of rows) {
      const folded = {
        artist_folded: foldText(row.artist),
        track_name_folded: foldText(row.track_name),
      };
      const isSame =
        folded.artist_folded === row.artist_folded &&
        folded.track_name_folded === row.track_name_folded;
      if (isSame) continue;
      await kysely
        .updateTable("analyses")
        .set(folded)
        .where("recording_id", "=", row.recording_id)
        .execute();
    }
    after = rows.at(-1)?.recording_id;
  }
}

async function foldNamesOfFiles(kysely: Kysely<Tables>): Promise<void> {
  for (let after: number | undefined = -1; after !== undefined;) {
    const rows = await kysely
      .selectFrom("library_files")
      .select(["revision", "names_folded"])
      .where("revision", ">", after)
      .orderBy("revision")
      .limit(ROWS_PER_SLICE)
      .execute();
    for (const row of rows) {
      const names_folded = foldLetters(row.names_folded);
      if (names_folded === row.names_folded) continue;
      await kysely
        .updateTable("library_files")
        .set({ names_folded })
        .where("revision", "=", row.revision)
        .execute();
    }
    after = rows.at(-1)?.revision;
  }
}
