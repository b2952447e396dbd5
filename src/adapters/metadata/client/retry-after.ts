/** Longest time that we take a service at its word; beyond it a mistake is likelier. */
const MAX_SECONDS = 86_400;

const HTTP_DATE = /^[A-Z][a-z]+, .+ GMT$/;

/**
 * What a `Retry-After` header asks for, in seconds, [0, 86400], whether it says so in seconds or as
 * a date; `undefined` where it says neither.
 *
 * @param now milliseconds since 1970
 *
 * Source: RFC 9110, sections 10.2.3 and 5.6.7.
 */
export function retryAfterSeconds(header: unknown, now: number): number | undefined {
  if (typeof header !== "string") return undefined;
  const seconds = /^\d+$/.test(header)
    ? Number(header)
    : HTTP_DATE.test(header)
      ? (Date.parse(header) - now) / 1000
      : NaN;
  if (Number.isNaN(seconds)) return undefined;
  return Math.min(Math.max(Math.ceil(seconds), 0), MAX_SECONDS);
}
