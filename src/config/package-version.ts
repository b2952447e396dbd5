import { readFileSync } from "node:fs";

/** The package's own description, at the same place seen from the sources and from what was compiled. */
const PACKAGE = new URL("../../package.json", import.meta.url);

/** The version of this program, as package.json has it. */
export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(PACKAGE, "utf8")) as { version: string };
  return version;
}
