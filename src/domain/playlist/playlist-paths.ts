/** A folder as this machine names it, and as the programs do that read written playlists. Neither ends with a separator. */
export interface PathMapping {
  readonly from: string;
  readonly to: string;
}

/** How written playlists name the files of music. */
export interface PlaylistPaths {
  /** Whether files that no mapping has are named by their absolute paths, rather than from the folder of the playlist. */
  readonly areAbsolute: boolean;
  /** May be empty. */
  readonly mappings: readonly PathMapping[];
}

/** Paths from the folder of a playlist, which is the default. */
export const relativePaths: PlaylistPaths = { areAbsolute: false, mappings: [] };

/** A path that only Windows has: with a drive letter, or of a share. */
const OF_WINDOWS = /^(?:[A-Za-z]:|\\\\)/;

/**
 * Returns a path as the mapping of its deepest folder has it; `undefined` where none has it. The separators are those
 * of the system that the mapping leads to.
 *
 * @param separator that of this machine
 */
export function mappedPath(
  path: string,
  mappings: readonly PathMapping[],
  separator: string,
): string | undefined {
  const deepest = deepestMapping(path, mappings, separator);
  if (deepest === undefined) return undefined;
  const { from, to } = deepest;
  const rest = path.slice(from.length);
  return `${to}${rest.replaceAll(separator, OF_WINDOWS.test(to) ? "\\" : "/")}`;
}

/** Returns the mapping of the deepest folder that a path lies in; `undefined` where it lies in none. */
export function deepestMapping(
  path: string,
  mappings: readonly PathMapping[],
  separator: string,
): PathMapping | undefined {
  const matching = mappings.filter(({ from }) => isWithin(path, from, separator));
  return matching.sort((one, other) => other.from.length - one.from.length)[0];
}

/** Returns whether a path is a folder, or lies in it. */
export const isWithin = (path: string, folder: string, separator: string): boolean =>
  path === folder || path.startsWith(`${folder}${separator}`);
