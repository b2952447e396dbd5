import { readFileSync } from "node:fs";
import { packageFile } from "../build/package-file.js";

const PACKAGE = packageFile("package.json");

/** Returns the version of this program in package.json. */
export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(PACKAGE, "utf8")) as { version: string };
  return version;
}

/** Returns the name and version of the program, e.g. "Overtone 0.1.0". */
export const softwareName = (): string => `Overtone ${packageVersion()}`;
