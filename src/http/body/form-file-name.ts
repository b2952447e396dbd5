/** A parameter of a header: its name, and its value, quoted or not. */
const PARAMETER = /;\s*([\w-]+\*?)\s*=\s*(?:"((?:\\"|\\\\|[^"])*)"|([^;]*))/gu;

/** What browsers escape in quoted names. Source: WHATWG HTML, "Multipart form data". */
const BROWSER_ESCAPES: ReadonlyMap<string, string> = new Map([
  ["%22", '"'],
  ["%0D", "\r"],
  ["%0A", "\n"],
]);

/** A charset, a language and percent-encoded bytes. Source: RFC 8187, section 3.2. */
const EXTENDED = /^(utf-8|iso-8859-1)'[^']*'(.*)$/iu;

/**
 * Returns the name of a file by the header `Content-Disposition` of its part of a form, without folders:
 * `filename*` before `filename`. Bytes that are not UTF-8 are Latin-1.
 *
 * Source: RFC 7578, section 4.2; RFC 6266, section 4.3.
 *
 * @param header a character for each byte
 * @returns `undefined` where the header names no file
 */
export function findFormFileName(header: string): string | undefined {
  const parameters = new Map(
    [...header.matchAll(PARAMETER)].map(([, name = "", quoted, plain = ""]) => [
      name.toLowerCase(),
      quoted?.replace(/\\(["\\])/gu, "$1") ?? plain.trim(),
    ]),
  );
  const extended = extendedText(parameters.get("filename*"));
  const text = parameters.get("filename");
  const name = extended ?? (text === undefined ? undefined : browserText(text));
  return name?.slice(1 + Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")));
}

const browserText = (text: string): string =>
  textOf(Buffer.from(text, "latin1")).replace(
    /%(?:22|0D|0A)/giu,
    (escape) => BROWSER_ESCAPES.get(escape.toUpperCase()) ?? escape,
  );

/** Decodes a value with its charset; `undefined` where it is none. */
function extendedText(value: string | undefined): string | undefined {
  const [, charset, encoded] = EXTENDED.exec(value ?? "") ?? [];
  if (charset === undefined || encoded === undefined) return undefined;
  const characters = encoded.replace(/%([0-9a-f]{2})/giu, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  const bytes = Buffer.from(characters, "latin1");
  return charset.toLowerCase() === "utf-8" ? textOf(bytes) : bytes.toString("latin1");
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString("latin1");
  }
}
