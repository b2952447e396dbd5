import type { Kysely, Transaction } from "kysely";
import type { LibraryFile } from "../../../domain/library/library-file.js";
import type { TrackKey, TrackNames } from "../../../domain/track/track-key.js";
import { namesFoldedOf } from "../library-file-row.js";
import { raiseLibraryRevision } from "../library-revision.js";
import { portionsOf } from "../portions.js";
import type { Schema } from "../tables.js";

const IDS_PER_STATEMENT = 500;

/** Returns the names that users state for recordings, by the ids. */
async function statedNames(
  kysely: Kysely<Schema>,
  recordingIds: readonly string[],
): Promise<ReadonlyMap<string, TrackNames>> {
  const names = new Map<string, TrackNames>();
  for (const some of portionsOf([...new Set(recordingIds)], IDS_PER_STATEMENT)) {
    const rows = await kysely
      .selectFrom("analyses")
      .select(["recordingId", "trackKey", "artist", "trackName"])
      .where("recordingId", "in", some)
      .where("ruledName", "is not", null)
      .execute();
    for (const { recordingId, trackKey, artist, trackName } of rows) {
      names.set(recordingId, { trackKey: trackKey as TrackKey, artist, trackName });
    }
  }
  return names;
}

/** Returns files under the names that users state for what they hold, or else under those of their tags. */
export async function underStatedNames(
  kysely: Kysely<Schema>,
  files: readonly LibraryFile[],
): Promise<readonly LibraryFile[]> {
  const held = files.flatMap(({ recordingId }) => recordingId ?? []);
  const names = await statedNames(kysely, held);
  return files.map((file) => {
    const stated = names.get(file.recordingId ?? "");
    if (stated === undefined) return file;
    const { artists, ...rest } = file;
    const hasSameArtist = stated.artist === file.artist && artists !== undefined;
    return { ...rest, ...stated, ...(hasSameArtist && { artists }) };
  });
}

/**
 * Lets searches find files by the names that users state for what they hold, beside those of their tags. Called in a
 * transaction of `changeAnalyses`, after the files or the stated names were changed.
 */
export async function searchByStatedNames(
  transaction: Transaction<Schema>,
  recordingIds: readonly string[],
): Promise<void> {
  const names = await statedNames(transaction, recordingIds);
  for (const some of portionsOf([...new Set(recordingIds)], IDS_PER_STATEMENT)) {
    const files = await transaction
      .selectFrom("libraryFiles")
      .select(["fileId", "recordingId", "artist", "trackName", "namesFolded"])
      .where("recordingId", "in", some)
      .execute();
    for (const { fileId, recordingId, namesFolded, ...tagged } of files) {
      const stated = names.get(recordingId ?? "");
      const wanted = [tagged, ...(stated ? [stated] : [])].map(namesFoldedOf).join(" ");
      if (wanted === namesFolded) continue;
      const revision = await raiseLibraryRevision(transaction, 1);
      await transaction
        .updateTable("libraryFiles")
        .set({ namesFolded: wanted, revision })
        .where("fileId", "=", fileId)
        .execute();
    }
  }
}
