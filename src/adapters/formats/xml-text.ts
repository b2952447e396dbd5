/** Characters that XML 1.0 does not allow, not even as references, and half surrogate pairs. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const REFERENCES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // As they are, parsers would turn them into spaces in attributes.
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

/**
 * Escapes text for the content or an attribute of an XML element. Characters that XML does not allow
 * become U+FFFD.
 *
 * Source: T. Bray et al., "Extensible Markup Language (XML) 1.0", 5th edition, 2008, section 2.2.
 */
export function xmlText(text: string): string {
  return text
    .replace(FORBIDDEN, "\u{FFFD}")
    .replace(/[&<>"\t\n\r]/g, (character) => REFERENCES[character] ?? character);
}

/** Escapes text for a comment, which must not contain two hyphens. */
export function xmlComment(text: string): string {
  return `<!-- ${xmlText(text).replaceAll("--", "- -")} -->`;
}

/** Writes attributes, each after a space; those that are absent are left out. */
export function xmlAttributes(
  attributes: Readonly<Record<string, string | number | undefined>>,
): string {
  return Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${xmlText(String(value))}"`)
    .join("");
}
