import { sep } from "node:path";
import type { FindingState } from "../../domain/operations/finding.js";
import { isWithin, type PlaylistPaths } from "../../domain/playlist/playlist-paths.js";
import type { Check } from "../../ports/runtime/check.js";
import type { Inspect } from "./database-checks.js";
import { inspected } from "./library-folder-check.js";

/** The settings of written playlists. */
export interface PlaylistPathsSettings {
  /** The configured library folders, absolute. */
  readonly folders: readonly string[];
  /** Absent where no playlists are written. */
  readonly playlistFolder?: string | undefined;
  readonly playlistPaths: PlaylistPaths;
}

/** Checks whether playlists are written at all, and whether each mapping of their paths has a library folder. */
export const playlistPathsCheck = (
  { folders, playlistFolder, playlistPaths: { mappings } }: PlaylistPathsSettings,
  inspect: Inspect,
): Check => ({
  what: "playlist paths",
  async run(): Promise<FindingState> {
    if (playlistFolder === undefined) {
      return {
        state: "warn",
        message: "no playlists are written",
        advice: "Set PLAYLIST_DIR, or unset PLAYLIST_PATHS.",
      };
    }
    const all = [...folders, ...((await inspected(inspect))?.addedFolders ?? [])];
    const idle = mappings.filter(
      ({ from }) =>
        !all.some((folder) => isWithin(folder, from, sep) || isWithin(from, folder, sep)),
    );
    if (idle.length === 0) return { state: "ok", message: `mapped: ${mappings.length}` };
    return {
      state: "warn",
      message: `no library folder is in or around ${idle.map(({ from }) => from).join(", ")}`,
      advice: "Compare PLAYLIST_PATHS with LIBRARY_DIRS: such a mapping changes no path.",
    };
  },
});
