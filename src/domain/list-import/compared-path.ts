/** Returns whether a path is an absolute one of any system. */
export const isAbsolutePath = (path: string): boolean => /^(?:[\\/]|[A-Za-z]:[\\/])/u.test(path);

/**
 * Returns the names in a path from its last one on, in the form in which paths are compared: composed letters (NFC) in
 * lower case, because file systems and programs differ in both. Steps to `.` and `..` at the beginning are left out, and so is a
 * drive letter.
 */
export function comparedPathOf(path: string): readonly string[] {
  const names: string[] = [];
  for (const name of path
    .normalize("NFC")
    .toLowerCase()
    .split(/[\\/]+/u)) {
    if (name === "" || name === ".") continue;
    if (name === "..") names.pop();
    else names.push(name);
  }
  if (/^[a-z]:$/u.test(names[0] ?? "")) names.shift();
  return names.reverse();
}

/** Returns how many names at the end of two paths are the same. */
export function sharedTailOf(one: readonly string[], other: readonly string[]): number {
  let count = 0;
  while (count < one.length && count < other.length && one[count] === other[count]) count += 1;
  return count;
}
