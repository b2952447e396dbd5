/**
 * Returns the fields of a line of CSV; `undefined` where a quotation mark is not closed.
 *
 * Source: Y. Shafranovich, "Common Format and MIME Type for CSV Files", RFC 4180, 2005; without line
 * breaks in fields.
 */
export function csvFieldsOf(line: string): readonly string[] | undefined {
  const fields: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/uy;
  for (;;) {
    const match = field.exec(line);
    if (!match) return undefined;
    const [, quoted, plain = "", end] = match;
    fields.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === "") return fields;
  }
}
