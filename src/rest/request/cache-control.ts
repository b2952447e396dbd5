/**
 * Whether a client that sends this `Cache-Control` wants an answer that no cache holds.
 *
 * Source: R. Fielding et al., "HTTP Caching", RFC 9111, 2022, section 5.2.1.4.
 */
export function asksAnew(cacheControl: string | undefined): boolean {
  const directives = (cacheControl ?? "").split(",");
  return directives.some((directive) => directive.trim().toLowerCase() === "no-cache");
}
