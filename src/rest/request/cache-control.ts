/**
 * Returns whether a client that sends this `Cache-Control` requests a response that is not cached.
 *
 * Source: R. Fielding et al., "HTTP Caching", RFC 9111, 2022, section 5.2.1.4.
 */
export function requestsFresh(cacheControl: string | undefined): boolean {
  const directives = (cacheControl ?? "").split(",");
  return directives.some((directive) => directive.trim().toLowerCase() === "no-cache");
}
