import { minNodeVersion, runsOnNode } from "../domain/operations/supported-node.js";

/**
 * Returns whether this version of Node.js runs this program; if not, prints one line and sets exit code
 * 1.
 *
 * An entry point calls this before it imports the program with `import()`, because the program does
 * not load on an older Node.js. So this module and its imports use only features of Node.js 16.
 */
export function meetsNodeRequirement(): boolean {
  const { version, versions } = process;
  if (runsOnNode(versions.node)) return true;
  process.stderr.write(
    `Overtone needs Node.js ${minNodeVersion} or later; this is ${version}. Get it from https://nodejs.org.\n`,
  );
  process.exitCode = 1;
  return false;
}
