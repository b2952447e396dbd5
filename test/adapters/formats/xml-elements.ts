/** An element in the order of the document, with its own text. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The names of the elements around it, the outermost first. */
  readonly path: readonly string[];
  text: string;
}

const TOKEN =
  /<!--(?:(?!--)[^])*-->|<\/([\w:]+)>|<([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
};

/**
 * Parses a document without CDATA and document types.
 *
 * @throws {Error} it is not well-formed
 */
export function elementsOf(document: string): readonly XmlElement[] {
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (!document.startsWith(head)) throw new Error("It has no XML declaration.");
  const body = document.slice(head.length);
  const elements: XmlElement[] = [];
  const open: XmlElement[] = [];
  let end = 0;
  for (const [token, closed, opened, attributes = "", isEmpty, text] of body.matchAll(TOKEN)) {
    end += token.length;
    if (opened !== undefined) {
      const path = open.map(({ name }) => name);
      const element = { name: opened, attributes: attributesOf(attributes), path, text: "" };
      elements.push(element);
      if (isEmpty === "") open.push(element);
    } else if (closed !== undefined) {
      if (open.pop()?.name !== closed) throw new Error(`</${closed}> ends another element.`);
    } else if (text !== undefined) {
      const parent = open.at(-1);
      if (parent) parent.text += decoded(text);
      else if (text.trim() !== "") throw new Error("Text outside of the root.");
    }
  }
  if (end !== body.length) throw new Error(`Not well-formed at: ${body.slice(end, end + 80)}`);
  if (open.length > 0) throw new Error(`<${open.at(-1)?.name}> is not ended.`);
  return elements;
}

function attributesOf(text: string): Readonly<Record<string, string>> {
  const pairs = [...text.matchAll(/([\w:]+)="([^"]*)"/g)].map(
    ([, name = "", value = ""]) => [name, decoded(value)] as const,
  );
  const attributes = Object.fromEntries(pairs);
  if (Object.keys(attributes).length !== pairs.length) throw new Error("An attribute twice.");
  return attributes;
}

function decoded(text: string): string {
  // The characters that XML 1.0 allows.
  if (/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u.test(text)) {
    throw new Error(`A forbidden character in ${JSON.stringify(text)}.`);
  }
  return text.replace(/&(?:#([0-9]+)|([a-z]+));|&/g, (whole, code?: string, name?: string) => {
    if (code !== undefined) return String.fromCodePoint(Number(code));
    const character = ENTITIES[name ?? ""];
    if (character === undefined) throw new Error(`An unknown reference ${whole}.`);
    return character;
  });
}
