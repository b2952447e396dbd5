import { readFileSync } from "node:fs";

/** The package's own description, at the same place seen from the sources and from what was compiled. */
const PACKAGE = new URL("../package.json", import.meta.url);

/** How we introduce ourselves to external services: name, version, and who to turn to. */
export function userAgentFor({ contact }: { readonly contact: string | undefined }): string {
  const { version } = JSON.parse(readFileSync(PACKAGE, "utf8")) as { version: string };
  return `Overtone/${version} (${contact ?? "self-hosted"})`;
}
