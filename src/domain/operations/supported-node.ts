/** The oldest Node.js that runs this program, as `engines` in package.json says: major, minor. */
const MIN_NODE = [20, 19] as const;

/** The oldest version of Node.js that runs this program as text, e.g. "20.19". */
export const minNodeVersion = MIN_NODE.join(".");

/** The lines of Node.js that are supported: they get security fixes, and the tests run on them. */
const SUPPORTED_LINES = [22, 24, 26] as const;

/** The supported lines of Node.js as text: "22, 24, 26". */
export const supportedNodeLines = SUPPORTED_LINES.join(", ");

/**
 * When the lines that run this program, but are not supported, got their last security fixes.
 *
 * Source: the schedule of releases of the Node.js project.
 */
const LAST_FIXES: Readonly<Record<number, string>> = {
  20: "30 April 2026",
  21: "1 June 2024",
  23: "1 June 2025",
  25: "1 June 2026",
};

/**
 * Whether a version of Node.js runs this program.
 *
 * @param version as Node.js writes it, e.g. "20.19.0"
 */
export function runsOnNode(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [minMajor, minMinor] = MIN_NODE;
  return major > minMajor || (major === minMajor && minor >= minMinor);
}

/**
 * Returns the day after which a version of Node.js gets no security fixes; `undefined` where it gets them.
 *
 * @param version as Node.js writes it, of those that run this program
 */
export const endOfNode = (version: string): string | undefined =>
  LAST_FIXES[Number.parseInt(version, 10)];
