import { packageVersion } from "./package-version.js";

/** Returns the `User-Agent` for external services: name, version, and contact address. */
export function userAgentFor({ contact }: { readonly contact: string | undefined }): string {
  return `Overtone/${packageVersion()} (${contact ?? "self-hosted"})`;
}
