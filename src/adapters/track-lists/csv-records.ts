/** What separates fields: a comma, or what spreadsheets write in other countries and for UTF-16. */
export const separators = [",", ";", "\t", "|"] as const;

export type FieldSeparator = (typeof separators)[number];

/** A record of a table: its fields, and where the next one begins. */
export interface CsvRecord {
  readonly fields: readonly string[];
  readonly end: number;
}

/** Fields of one record; the rest of a longer one belongs to its last field. */
const MAX_FIELDS = 200;

/** Characters of a field in quotation marks. A mark that is not closed within them is one of the text. */
const MAX_QUOTED = 10_000;

const FIELDS: Readonly<Record<FieldSeparator, RegExp>> = {
  ",": fieldOf(","),
  ";": fieldOf(";"),
  "\t": fieldOf("\t"),
  "|": fieldOf("|"),
};

function fieldOf(separator: string): RegExp {
  const quoted = `"((?:[^"]|""){0,${MAX_QUOTED}})"(?=[${separator}\\r\\n]|$)`;
  return new RegExp(
    `(?:${quoted}|([^${separator}\\r\\n]*))(${separator === "|" ? "\\|" : separator}|\\r\\n|\\r|\\n|$)`,
    "uy",
  );
}

/**
 * Reads the record that begins at a position of a text. Fields in quotation marks may have separators and ends of lines.
 *
 * Source: Y. Shafranovich, "Common Format and MIME Type for CSV Files", RFC 4180, 2005.
 */
export function csvRecordAt(text: string, start: number, separator: FieldSeparator): CsvRecord {
  const fields: string[] = [];
  const pattern = FIELDS[separator];
  pattern.lastIndex = start;
  for (;;) {
    const match = pattern.exec(text);
    // The pattern takes any text, an empty one too.
    if (!match) return { fields, end: text.length };
    const [, quoted, plain = "", behind = ""] = match;
    if (fields.length < MAX_FIELDS) fields.push(quoted?.replaceAll('""', '"') ?? plain);
    if (behind !== separator) return { fields, end: match.index + match[0].length };
  }
}
