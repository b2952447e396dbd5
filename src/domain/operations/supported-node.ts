/** The oldest Node.js that runs this program, as `engines` in package.json says: major, minor. */
const MIN_NODE = [20, 19] as const;

/** The oldest supported version of Node.js as text, e.g. "20.19". */
export const minNodeVersion = MIN_NODE.join(".");

/**
 * Whether a version of Node.js runs this program.
 *
 * @param version as Node.js writes it, e.g. "20.19.0"
 */
export function isSupportedNode(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [minMajor, minMinor] = MIN_NODE;
  return major > minMajor || (major === minMajor && minor >= minMinor);
}
