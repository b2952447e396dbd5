import { isUtf8 } from "node:buffer";
import { setImmediate as nextTurn } from "node:timers/promises";
import { InvalidInputError, PayloadTooLargeError } from "../../domain/errors/request-errors.js";
import {
  MAX_JSON_LIST_BYTES,
  MAX_LIST_BYTES,
  MAX_OLD_TEXT_BYTES,
  MAX_XML_LIST_BYTES,
  type ReadList,
} from "../../domain/list-import/listed-row.js";
import { unmarkedTextFrom, utf16Of } from "../../domain/unmarked-text.js";
import { spend, type WorkBudget } from "../../domain/work-budget.js";
import type { SlicedWork } from "../../ports/analysis/sound-catalogue.js";
import type { ListFile, ListReader } from "../../ports/playlists/list-reader.js";
import { repeatInSlices } from "../storage/sliced-work.js";
import { isCsvList, readCsv } from "./csv-list.js";
import { readJson } from "./json-list.js";
import { readM3u } from "./m3u-list.js";
import { readPls } from "./pls-list.js";
import { RekordboxList } from "./rekordbox-list.js";
import type { TextList } from "./text-list.js";
import type { XmlElements } from "./xml-content.js";
import type { XmlList } from "./xml-list.js";
import { XspfList } from "./xspf-list.js";

/** Bytes by which the kind of a file is told. */
const HEAD_BYTES = 1_024;

/** Bytes of XML that are parsed at once: some milliseconds. */
const XML_BYTES_PER_STEP = 64 * 1024;

/** What can be read, for messages. */
const KINDS =
  "M3U, PLS, XSPF, JSPF, CSV with the names of columns, the JSON of Spotify's data, or XML of rekordbox";

/** Tells the kind of a file with lists of tracks, and reads it. */
export class SniffedListReader implements ListReader {
  async read(file: ListFile, budget?: WorkBudget): Promise<ReadList> {
    const content = file.content[Symbol.asyncIterator]();
    try {
      const head = await headOf(content);
      const start = unmarkedTextFrom(head).trimStart();
      const chunks = joined(head, content);
      if (start.startsWith("<")) return await readXml(chunks, head, { ...wishOf(file), budget });
      const isJson = isJsonStart(start);
      const bytes = await wholeOf(chunks, isJson ? MAX_JSON_LIST_BYTES : MAX_LIST_BYTES);
      if (!isUnicode(bytes)) requireAtMost(bytes.length, MAX_OLD_TEXT_BYTES);
      const text = spend(budget, () => unmarkedTextFrom(bytes));
      const work = readerOf(text, file.fileName)({ text, ...wishOf(file) });
      return await repeatInSlices(() => ({ work, isStale: () => false }), budget);
    } finally {
      await content.return?.();
    }
  }
}

const wishOf = ({ folder, list }: ListFile) => ({ folder, list });

/** Reads until there are enough bytes to tell the kind, or no more. */
async function headOf(content: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let head = new Uint8Array();
  while (head.length < HEAD_BYTES) {
    const next = await content.next();
    if (next.done === true) return head;
    head = new Uint8Array(Buffer.concat([head, next.value]));
  }
  return head;
}

async function* joined(
  head: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield head;
  for (;;) {
    const next = await rest.next();
    if (next.done === true) return;
    yield next.value;
  }
}

/** @throws {PayloadTooLargeError} there are more */
async function wholeOf(chunks: AsyncIterable<Uint8Array>, maximum: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    requireAtMost(size, maximum);
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

function requireAtMost(size: number, maximum: number): void {
  if (size > maximum) throw new PayloadTooLargeError(maximum);
}

/** Returns whether a text is UTF-8, or UTF-16 by its first bytes. */
const isUnicode = (bytes: Uint8Array): boolean => isUtf8(bytes) || utf16Of(bytes) !== undefined;

/** A list of PLS begins with a bracket, too. */
const isPlsStart = (start: string): boolean => /^\[playlist\]/iu.test(start);

const isJsonStart = (start: string): boolean => /^[[{]/u.test(start) && !isPlsStart(start);

type ReadText = (list: TextList) => SlicedWork<ReadList>;

/** The kinds that only a name tells, because their content may be any text. */
const BY_EXTENSION: ReadonlyMap<string, ReadText> = new Map([
  ...["m3u", "m3u8", "txt"].map((extension) => [extension, readM3u] as const),
  ["pls", readPls],
  ...["csv", "tsv"].map((extension) => [extension, readCsv] as const),
]);

/** @throws {InvalidInputError} neither content nor name tell the kind */
function readerOf(text: string, fileName: string | undefined): ReadText {
  const start = text.slice(0, HEAD_BYTES).trimStart();
  if (isPlsStart(start)) return readPls;
  if (isJsonStart(start)) return readJson;
  if (/^#EXT(?:M3U|INF)/iu.test(start)) return readM3u;
  if (isCsvList(text)) return readCsv;
  const extension = fileName?.split(".").at(-1)?.toLowerCase() ?? "";
  const named = BY_EXTENSION.get(extension);
  if (named) return named;
  throw new InvalidInputError("file", `must be ${KINDS}`);
}

async function readXml(
  chunks: AsyncIterable<Uint8Array>,
  head: Uint8Array,
  wish: {
    readonly folder: string | undefined;
    readonly list: string | undefined;
    readonly budget: WorkBudget | undefined;
  },
): Promise<ReadList> {
  const { XmlContent } = await import("./xml-content.js");
  const root = new RootList(wish);
  const content = new XmlContent(head, root);
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    requireAtMost(size, MAX_XML_LIST_BYTES);
    for (let start = 0; start < chunk.length; start += XML_BYTES_PER_STEP) {
      spend(wish.budget, () => content.write(chunk.subarray(start, start + XML_BYTES_PER_STEP)));
      await nextTurn();
    }
  }
  return spend(wish.budget, () => {
    content.end();
    return root.result();
  });
}

/** Gives the elements of a document to the reader that its first one asks for. */
class RootList implements XmlElements {
  #list: XmlList | undefined;

  constructor(
    private readonly wish: {
      readonly folder: string | undefined;
      readonly list: string | undefined;
    },
  ) {}

  /** @throws {InvalidInputError} the first element is none of a list */
  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#list) this.#list.open(name, attributes);
    else this.#list = this.#listOf(name);
  }

  #listOf(root: string): XmlList {
    if (root === "playlist") return new XspfList(this.wish);
    if (root === "DJ_PLAYLISTS") return new RekordboxList(this.wish);
    throw new InvalidInputError("file", `must be ${KINDS}`);
  }

  close(name: string, text: string): void {
    this.#list?.close(name, text);
  }

  /** @throws {InvalidInputError} the document has no element */
  result(): ReadList {
    if (this.#list) return this.#list.result();
    throw new InvalidInputError("file", `must be ${KINDS}`);
  }
}
