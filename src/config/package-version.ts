import { readFileSync } from "node:fs";

/** The package.json; the path is the same relative to the sources and to the compiled files. */
const PACKAGE = new URL("../../package.json", import.meta.url);

/** Returns the version of this program in package.json. */
export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(PACKAGE, "utf8")) as { version: string };
  return version;
}
