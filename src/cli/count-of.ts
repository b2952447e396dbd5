/** Returns a count with what is counted, e.g. "1 row" or "3 rows". */
export const countOf = (count: number, one: string): string =>
  `${count} ${count === 1 ? one : `${one}s`}`;
