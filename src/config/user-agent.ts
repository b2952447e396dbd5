import { packageVersion } from "./package-version.js";

/** How we introduce ourselves to external services: name, version, and who to turn to. */
export function userAgentFor({ contact }: { readonly contact: string | undefined }): string {
  return `Overtone/${packageVersion()} (${contact ?? "self-hosted"})`;
}
