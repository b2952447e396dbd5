import { markdownTable } from "../../build/markdown-table.js";
import { analysisFields, descriptors, moods } from "../../domain/analysis/descriptors.js";

/** Lines of a document that follow from the table of descriptors, by the name of the part. */
type Parts = Readonly<Record<string, readonly string[]>>;

/**
 * Replaces the parts of a document that follow from the table of descriptors. A part is between the
 * lines `# descriptors: <name>` and `# end of descriptors`, or the same as HTML comments, and is
 * indented as these.
 *
 * @throws {Error} the document lacks a part, or has an unknown one
 */
export function withDescriptorParts(document: string, parts: Parts): string {
  const replaced: string[] = [];
  const written = document.replaceAll(
    /^( *)(# |<!-- )descriptors: (\w+)( -->)?\n[^]*?^ *\2end of descriptors\4$/gm,
    (_, indent: string, open: string, name: string, close = "") => {
      const lines = parts[name];
      if (lines === undefined) throw new Error(`No part of a document is named "${name}".`);
      replaced.push(name);
      const begin = `${open}descriptors: ${name}${close}`;
      const end = `${open}end of descriptors${close}`;
      return [begin, ...lines, end].map((line) => (line === "" ? "" : indent + line)).join("\n");
    },
  );
  const missing = Object.keys(parts).filter((name) => !replaced.includes(name));
  if (missing.length > 0) throw new Error(`The document has no part "${missing.join(", ")}".`);
  return written;
}

/** The part of the page `rest.md` of the guide: a table of the fields of an analysis. */
export const guideParts: Parts = {
  fields: [
    "",
    markdownTable([
      ["field", "meaning"],
      ["`duration_ms`", "Length of the audio, milliseconds."],
      ...analysisFields.map((field) => [`\`${field}\``, descriptors[field].description] as const),
      ["`keyString`", 'The name of the key, e.g. "A minor"; null where there is no key.'],
      ["`mood`", `${moods.map((mood) => `\`${mood}\``).join(", ")}, each in [0, 1].`],
    ]),
    "",
  ],
};
