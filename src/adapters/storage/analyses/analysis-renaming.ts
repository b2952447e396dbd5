import type { Transaction } from "kysely";
import { foldText } from "../../../domain/track/folded-text.js";
import { recordingKeyFrom } from "../../../domain/track/recording.js";
import type { TrackKey } from "../../../domain/track/track-key.js";
import type { TrackNames } from "../../../ports/analysis/analysis-store.js";
import type { Schema } from "../tables.js";
import { recordChanges } from "../analysis-changes.js";

/**
 * Moves an analysis with its timeline and spellings to another track key, and keeps the old names as a
 * spelling. Returns whether it did: not where there is no such analysis, or one under the new key.
 */
export async function renameAnalysis(
  transaction: Transaction<Schema>,
  from: TrackKey,
  { trackKey, artist, trackName }: TrackNames,
): Promise<boolean> {
  const rows = await transaction
    .selectFrom("analyses")
    .selectAll()
    .where("trackKey", "in", [from, trackKey])
    .execute();
  const [row] = rows;
  if (row?.trackKey !== from || rows.length > 1) return false;

  const names = {
    ...{ trackKey, artist, trackName },
    ...{ artistFolded: foldText(artist), trackNameFolded: foldText(trackName) },
    recordingKey: recordingKeyFrom({ artist, trackName }),
  };
  await transaction
    .insertInto("analyses")
    .values({ ...row, ...names })
    .execute();
  for (const table of ["analysisDetails", "analysisTimelines"] as const) {
    await transaction.updateTable(table).set({ trackKey }).where("trackKey", "=", from).execute();
  }
  await transaction.deleteFrom("analysisSpellings").where("trackKey", "=", trackKey).execute();
  await transaction
    .updateTable("analysisSpellings")
    .set({ analysisKey: trackKey })
    .where("analysisKey", "=", from)
    .execute();
  await transaction.deleteFrom("analyses").where("trackKey", "=", from).execute();
  await transaction
    .insertInto("analysisSpellings")
    .values({ trackKey: from, artist: row.artist, trackName: row.trackName, analysisKey: trackKey })
    .execute();
  await recordChanges(transaction, [from, trackKey]);
  return true;
}
