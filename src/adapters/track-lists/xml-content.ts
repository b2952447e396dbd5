import sax from "sax";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { utf16Of } from "../../domain/unmarked-text.js";

/** Nested elements: lists have a few, with a folder of playlists in each. */
const MAX_DEPTH = 64;

const MAX_ATTRIBUTES = 200;

/** Characters of the text of an element that are kept. */
const MAX_TEXT_CHARACTERS = 5_000;

/** No positions, which are not used; the five entities of XML, and none of HTML. */
const OPTIONS = { position: false, strictEntities: true };

/** Where the declaration of a document is looked for. */
const DECLARATION_BYTES = 200;

/** Takes the elements of a document, by their local names. */
export interface XmlElements {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  /** @param text all text in the element, without that in elements in it */
  close(name: string, text: string): void;
}

/**
 * Parses XML in parts. Nothing is expanded or fetched: a document type is refused, and entities are the five of XML itself. Names are
 * those without a prefix.
 */
export class XmlContent {
  readonly #parser = sax.parser(true, OPTIONS);
  readonly #decoder: ReturnType<typeof decoderFor>;
  readonly #texts: string[] = [];

  /**
   * @param head the first bytes, which say the encoding
   * @param elements takes the elements
   * @throws {InvalidInputError} the encoding is not known
   */
  constructor(head: Uint8Array, elements: XmlElements) {
    this.#decoder = decoderFor(head);
    const parser = this.#parser;
    let attributeCount = 0;
    parser.onopentagstart = () => {
      attributeCount = 0;
      if (this.#texts.length === MAX_DEPTH)
        refuse(`must have at most ${MAX_DEPTH} elements within each other`);
    };
    parser.onattribute = () => {
      attributeCount += 1;
      if (attributeCount > MAX_ATTRIBUTES)
        refuse(`must have at most ${MAX_ATTRIBUTES} attributes in an element`);
    };
    parser.onopentag = ({ name, attributes }) => {
      this.#texts.push("");
      elements.open(localName(name), attributes as Readonly<Record<string, string>>);
    };
    const addText = (text: string): void => {
      const last = this.#texts.length - 1;
      const before = this.#texts[last] ?? "";
      if (last >= 0) this.#texts[last] = (before + text).slice(0, MAX_TEXT_CHARACTERS);
    };
    parser.ontext = addText;
    parser.oncdata = addText;
    parser.onclosetag = (name) => elements.close(localName(name), this.#texts.pop()?.trim() ?? "");
    parser.ondoctype = () => refuse("must have no document type");
    parser.onerror = ({ message }) =>
      refuse(`is no well-formed XML: ${message.split("\n", 1)[0] ?? ""}`);
  }

  /** @throws {InvalidInputError} it is not well-formed, has a document type, or more within each other than a list has */
  write(bytes: Uint8Array): void {
    this.#parser.write(this.#decoder.decode(bytes, { stream: true }));
  }

  /** @throws as `write`, where something is not closed */
  end(): void {
    this.#parser.write(this.#decoder.decode()).close();
  }
}

function refuse(problem: string): never {
  throw new InvalidInputError("file", problem);
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** Returns a decoder for a document, by its first bytes. */
function decoderFor(head: Uint8Array) {
  const utf16 = utf16Of(head);
  if (utf16 !== undefined) return new TextDecoder(utf16);
  const declaration = Buffer.from(head.subarray(0, DECLARATION_BYTES)).toString("latin1");
  const [, encoding = "utf-8"] =
    /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]+)["']/u.exec(declaration) ?? [];
  try {
    return new TextDecoder(encoding);
  } catch {
    return refuse("has an encoding that is not known");
  }
}
