/** Maximum that is believed; a longer time is more likely a mistake. */
const MAX_SECONDS = 86_400;

const HTTP_DATE = /^[A-Z][a-z]+, .+ GMT$/;

/**
 * Returns the time in a `Retry-After` header, in seconds, [0, 86400], whether it is written in
 * seconds or as a date; `undefined` where it is neither.
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
