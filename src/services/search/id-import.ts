import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { hasSpotifyColumn, parseIdLink, type IdLink } from "../../domain/track/id-link.js";
import type { IdLinkStore } from "../../ports/metadata/id-link-store.js";

/** A line that could not be imported. */
interface BadLine {
  /** From 1. */
  readonly line: number;
  readonly problem: string;
}

/** What became of the lines of a table of ids. */
export interface IdImportReport {
  readonly importedCount: number;
  readonly badCount: number;
  /** The first hundred. */
  readonly badLines: readonly BadLine[];
}

const LINKS_PER_SAVE = 500;
const MAX_BAD_LINES = 100;
const MAX_LINE_CHARACTERS = 10_000;

/** What separates fields: a comma, or what spreadsheets write in other countries and for UTF-16. */
const SEPARATORS = [",", ";", "\t"] as const;

type Separator = (typeof SEPARATORS)[number];

type Parse = (line: string) => IdLink;

/** Imports tables of ids of Spotify, so that their tracks are found by other ids. */
export class IdImport {
  constructor(private readonly needs: { readonly links: Pick<IdLinkStore, "save"> }) {}

  /**
   * Imports a table as CSV with a header, whose fields end with commas, semicolons or tabs, or as JSON lines, in
   * UTF-8, or in UTF-16 with a byte order mark. Lines that cannot be read are left out and reported. Importing a table again changes nothing. Memory does not grow with its size.
   *
   * @throws {InvalidInputError} the first line is neither a JSON object nor a header with a column of ids
   */
  async import(content: AsyncIterable<Uint8Array>): Promise<IdImportReport> {
    const badLines: BadLine[] = [];
    let badCount = 0;
    let importedCount = 0;
    let lineNumber = 0;
    let parse: Parse | undefined;
    let links: IdLink[] = [];
    const flush = async (): Promise<void> => {
      await this.needs.links.save(links);
      importedCount += links.length;
      links = [];
    };
    for await (const line of linesOf(content)) {
      lineNumber += 1;
      if (line.trim() === "") continue;
      if (!parse) {
        parse = parserFor(line);
        if (!line.startsWith("{")) continue;
      }
      try {
        links.push(parse(line));
      } catch (error) {
        if (!(error instanceof InvalidInputError)) throw error;
        badCount += 1;
        if (badLines.length < MAX_BAD_LINES) {
          badLines.push({ line: lineNumber, problem: error.message });
        }
      }
      if (links.length === LINKS_PER_SAVE) await flush();
    }
    await flush();
    return { importedCount, badCount, badLines };
  }
}

/** Returns what parses the lines of a table with this first line. */
function parserFor(first: string): Parse {
  if (first.startsWith("{")) return parseJsonLine;
  for (const separator of SEPARATORS) {
    const names = csvFieldsOf(first, separator) ?? [];
    if (hasSpotifyColumn(names)) return (line) => parseCsvLine(line, names, separator);
  }
  throw new InvalidInputError(
    "file",
    'must begin with a JSON object, or a CSV header with a column such as "spotify_id"',
  );
}

function parseCsvLine(line: string, names: readonly string[], separator: Separator): IdLink {
  requireShort(line);
  const fields = csvFieldsOf(line, separator);
  if (!fields) throw new InvalidInputError("line", "has a quotation mark that is not closed");
  if (fields.length > names.length) {
    throw new InvalidInputError("line", "has more fields than the header");
  }
  return parseIdLink(Object.fromEntries(fields.map((field, index) => [names[index] ?? "", field])));
}

function parseJsonLine(line: string): IdLink {
  requireShort(line);
  const value = jsonOf(line);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new InvalidInputError("line", "is not a JSON object");
  }
  return parseIdLink(value as Readonly<Record<string, unknown>>);
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function requireShort(line: string): void {
  if (line.length <= MAX_LINE_CHARACTERS) return;
  throw new InvalidInputError("line", `has more than ${MAX_LINE_CHARACTERS} characters`);
}

/** Returns the lines of a text, of longer ones than the maximum only the beginning. */
async function* linesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: ReturnType<typeof decoderFor> | undefined;
  let head: Uint8Array = new Uint8Array();
  let begun = "";
  for await (const chunk of content) {
    head = decoder ? chunk : Buffer.concat([head, chunk]);
    if (!decoder && head.length < BYTE_ORDER_MARK_BYTES) continue;
    decoder ??= decoderFor(head);
    const [first = "", ...others] = decoder.decode(head, { stream: true }).split("\n");
    begun = (begun + first).slice(0, MAX_LINE_CHARACTERS + 1);
    for (const other of others) {
      yield begun.replace(/\r$/u, "");
      begun = other.slice(0, MAX_LINE_CHARACTERS + 1);
    }
  }
  if (begun !== "") yield begun.replace(/\r$/u, "");
}

const BYTE_ORDER_MARK_BYTES = 2;

/** Returns a decoder for a text, by its first two bytes. */
function decoderFor([first, second]: Uint8Array) {
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le");
  return new TextDecoder(first === 0xfe && second === 0xff ? "utf-16be" : "utf-8");
}

/**
 * Returns the fields of a line of CSV; `undefined` where a quotation mark is not closed.
 *
 * Source: Y. Shafranovich, "Common Format and MIME Type for CSV Files", RFC 4180, 2005; without line
 * breaks in fields.
 */
function csvFieldsOf(line: string, separator: Separator): readonly string[] | undefined {
  const fields: string[] = [];
  const field = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}]*))(${separator}|$)`, "uy");
  for (;;) {
    const match = field.exec(line);
    if (!match) return undefined;
    const [, quoted, plain = "", end] = match;
    fields.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === "") return fields;
  }
}
