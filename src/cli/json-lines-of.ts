/** Returns a value as the lines of a JSON document that people can read; JSON has no end of a line inside a text. */
export const jsonLinesOf = (value: unknown): readonly string[] =>
  JSON.stringify(value, undefined, 2).split("\n");
