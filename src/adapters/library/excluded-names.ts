import picomatch from "picomatch";

/** Says whether a file or folder is passed over, by its path relative to the walked folder. */
export type Exclusion = (relativePath: string) => boolean;

/**
 * The exclusion of names and glob patterns (`*`, `?`, `[a-z]`, `**`). One with a `/` is compared with
 * the path of a file or folder, the others with its name. Upper and lower case count as the same,
 * because Windows writes one folder as `$RECYCLE.BIN` and as `$Recycle.Bin`. A name that reads as a
 * pattern, such as `Live [1999]`, matches itself, too.
 */
export function exclusionOf(patterns: readonly string[]): Exclusion {
  const ofPaths = matcherOf(patterns.filter((pattern) => pattern.includes("/")));
  const ofNames = matcherOf(patterns.filter((pattern) => !pattern.includes("/")));
  return (path) => ofNames(path.slice(path.lastIndexOf("/") + 1)) || ofPaths(path);
}

function matcherOf(patterns: readonly string[]): (text: string) => boolean {
  const literal = new Set(patterns.map((pattern) => pattern.toLowerCase()));
  const matches = picomatch([...patterns], { dot: true, nocase: true, nonegate: true });
  return (text) => literal.has(text.toLowerCase()) || matches(text);
}

/** Whether a path, or a folder on the way to it, is excluded. */
export function isBelowExcluded(isExcluded: Exclusion, relativePath: string): boolean {
  const names = relativePath.split("/");
  return names.some((_, index) => isExcluded(names.slice(0, index + 1).join("/")));
}
