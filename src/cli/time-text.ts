/**
 * Returns a time as commands print it: to the second, in UTC.
 *
 * @param milliseconds since 1970
 */
export const timeText = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
