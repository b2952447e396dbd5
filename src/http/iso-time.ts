/**
 * Returns a time as answers have it: ISO 8601, in UTC.
 *
 * @param milliseconds since 1970
 */
export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Returns a time as answers have it, `null` where there is none. */
export const isoTimeOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : isoTime(milliseconds);
