import { playlistFileName, type Playlist } from "../../domain/playlist/playlist.js";
import type { PlaylistFolder, WrittenPlaylist } from "../../ports/playlists/playlist-folder.js";
import type { Logger } from "../../ports/runtime/logger.js";
import type { ExportService } from "../export/export-service.js";
import type { FailureLog } from "../failure-log.js";
import type { PlaylistService } from "./playlist-service.js";

/** Writes playlists into a folder, as M3U8. */
export class PlaylistFiles {
  constructor(
    private readonly needs: {
      readonly playlists: PlaylistService;
      readonly exports: ExportService;
      /** Absent where the server has none. */
      readonly folder?: PlaylistFolder | undefined;
      readonly logger: Logger;
      readonly failures: FailureLog;
    },
  ) {}

  /**
   * Writes the playlists that are to be written, and have changed, and removes the files of those that were
   * removed or have another name. A playlist that cannot be written
   * does not affect the others: why is logged, and its file stays as it was.
   *
   * @returns how many files were written
   */
  async writeAll(): Promise<number> {
    const { folder, playlists, failures } = this.needs;
    if (folder === undefined) return 0;
    let count = 0;
    try {
      const written = (await playlists.list()).filter(({ isWritten }) => isWritten);
      for (const playlist of written) {
        try {
          if (await this.#write(playlist, folder)) count++;
        } catch (failure) {
          failures.record(failure, { playlist: playlist.id });
        }
      }
      await folder.keepOnly(written.map(fileOf));
    } catch (failure) {
      failures.record(failure);
    }
    return count;
  }

  /** Returns the files that were written, by absolute path, and whether each has the content that was written. */
  async compare(): Promise<ReadonlyMap<string, boolean>> {
    return (await this.needs.folder?.compare()) ?? new Map<string, boolean>();
  }

  async #write(playlist: Playlist, folder: PlaylistFolder): Promise<boolean> {
    const trackKeys = await this.needs.playlists.tracksOf(playlist);
    const pathOf = (path: string): string => folder.pathOf(path);
    const options = { format: "m3u8", title: playlist.name, pathOf } as const;
    const opened = await this.needs.exports.open({ kind: "tracks", trackKeys }, options);
    const parts: Uint8Array[] = [];
    for await (const part of opened.content) parts.push(part);
    if (opened.unavailable > 0) {
      this.needs.logger.warn("A playlist was not written, because a library folder is not there.", {
        playlist: playlist.id,
        tracks: opened.unavailable,
      });
      return false;
    }
    return folder.write(fileOf(playlist), Buffer.concat(parts));
  }
}

const fileOf = (playlist: Playlist): WrittenPlaylist => ({
  id: playlist.id,
  fileName: playlistFileName(playlist),
});
