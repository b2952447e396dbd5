/** Returns below 0 where the first text is before the second by its code units, above 0 where it is behind, and else 0. */
export const compareTexts = (one: string, other: string): number =>
  one < other ? -1 : Number(one > other);
