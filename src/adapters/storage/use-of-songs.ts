import type { Transaction } from "kysely";
import { absolutePathOf, type LibraryPath } from "../../domain/library/library-file.js";
import { findMusicServerName } from "../../domain/music-server/music-server.js";
import type { SongUse } from "../../domain/track/song-use.js";
import { portionsByFolder } from "./portions.js";
import type { Schema, ServerSongsTable } from "./tables.js";

/** The columns with what users did. */
export const useColumns = ["rating", "favouriteAt", "playCount", "playedAt"] as const;

/** Returns what users did with the songs of music servers among files, by the paths of these. */
export async function readUseOfSongs(
  transaction: Transaction<Schema>,
  files: readonly LibraryPath[],
): Promise<ReadonlyMap<string, SongUse>> {
  const found = new Map<string, SongUse>();
  for (const { folder, relativePaths } of portionsByFolder(files)) {
    const server = findMusicServerName(folder);
    if (server === undefined) continue;
    const rows = await transaction
      .selectFrom("serverSongs")
      .select(["relativePath", ...useColumns])
      .where("server", "=", server)
      .where("relativePath", "in", relativePaths)
      .execute();
    for (const row of rows) found.set(absolutePathOf({ ...row, folder }), useFromRow(row));
  }
  return found;
}

/** Returns what users did with the song of a row. */
export function useFromRow({
  rating,
  favouriteAt,
  playCount,
  playedAt,
}: Pick<ServerSongsTable, (typeof useColumns)[number]>): SongUse {
  return {
    ...(rating !== null && { rating }),
    ...(favouriteAt !== null && { favouriteAt }),
    ...(playCount !== null && { playCount }),
    ...(playedAt !== null && { playedAt }),
  };
}
