import picomatch from "picomatch";

/** Returns whether a file or folder is skipped, by its path relative to the walked folder. */
export type Exclusion = (relativePath: string) => boolean;

/**
 * Creates the exclusion of names and glob patterns (`*`, `?`, `[a-z]`, `**`). A pattern with a `/` is
 * compared with the path of a file or folder, the others with its name. Case is ignored, because
 * Windows writes one folder as `$RECYCLE.BIN` and as `$Recycle.Bin`. A name with pattern characters,
 * such as `Live [1999]`, matches itself, too.
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

/** Whether a path, or one of its parent folders, is excluded. */
export function isBelowExcluded(isExcluded: Exclusion, relativePath: string): boolean {
  const names = relativePath.split("/");
  return names.some((_, index) => isExcluded(names.slice(0, index + 1).join("/")));
}
