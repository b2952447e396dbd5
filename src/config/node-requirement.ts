import { isSupportedNode, minNodeVersion } from "../domain/supported-node.js";

/**
 * Whether this Node.js runs the program; where it does not, says so in one line and sets exit
 * code 1.
 *
 * An entry point asks before it imports the program, by `import()`: on an older Node.js the program
 * does not even load. So this module and what it imports use nothing that Node.js 16 lacks.
 */
export function meetsNodeRequirement(): boolean {
  const { version, versions } = process;
  if (isSupportedNode(versions.node)) return true;
  process.stderr.write(
    `Overtone needs Node.js ${minNodeVersion} or later; this is ${version}. Get it from https://nodejs.org.\n`,
  );
  process.exitCode = 1;
  return false;
}
