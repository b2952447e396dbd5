/** What music servers that list their clients call this one. */
export const CLIENT_NAME = "Overtone";

/** Returns the version that a `User-Agent` states; "0" where it states none. */
export function clientVersionOf(userAgent: string): string {
  const [, version = "0"] = /^[^/]+\/(\S+)/.exec(userAgent) ?? [];
  return version;
}
