import { markdownTable } from "./markdown-table.js";
import {
  analysisFields,
  type Descriptor,
  descriptors,
  estimateFields,
  moods,
} from "../domain/analysis/descriptors.js";
import { MAX_COLUMNS } from "../domain/catalogue/catalogue-query.js";
import { audioFormats } from "../domain/library/audio-formats.js";

/** Lines of a document that follow from a table of the code, by the name of the part. */
type Parts = Readonly<Record<string, readonly string[]>>;

/**
 * Replaces the parts of a document that follow from the table of descriptors or of formats. A part is between the
 * lines `# descriptors: <name>` and `# end of descriptors` (`formats`), or the same as HTML comments, and is
 * indented as these.
 *
 * @throws {Error} the document lacks a part, or has an unknown one
 */
export function withDescriptorParts(document: string, parts: Parts): string {
  const replaced: string[] = [];
  const written = document.replaceAll(
    /^( *)(# |<!-- )(descriptors|formats): (\w+)( -->)?\n[^]*?^ *\2end of \3\5$/gm,
    (_, indent: string, open: string, table: string, name: string, close = "") => {
      const lines = parts[name];
      if (lines === undefined) throw new Error(`No part of a document is named "${name}".`);
      replaced.push(name);
      const begin = `${open}${table}: ${name}${close}`;
      const end = `${open}end of ${table}${close}`;
      return [begin, ...lines, end].map((line) => (line === "" ? "" : indent + line)).join("\n");
    },
  );
  const missing = Object.keys(parts).filter((name) => !replaced.includes(name));
  if (missing.length > 0) throw new Error(`The document has no part "${missing.join(", ")}".`);
  return written;
}

/** The values in [0, 1] of the plain form of an analysis, in its order. */
const shareFields = analysisFields.filter((field) => kindOf(descriptors[field]) === "share");

const moodVariables = moods.map((mood) => `${mood}: $${mood}`).join(", ");

/** Documents of which parts follow from tables of the code, relative to the root of the package. */
export const descriptorDocuments: Readonly<Record<string, Parts>> = {
  "src/web/guide/rest.md": {
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
  },
  "src/web/guide/own-music.md": {
    scanned: ["", markdownTable([["format", "extensions", "decoded by"], ...formatRows()]), ""],
  },
  "schema/operations/analysis.graphql": { shares: shareFields },
  "schema/operations/assistant/analyse.graphql": { shares: shareFields },
  "schema/operations/assistant/tracks.graphql": {
    variables: [...shareFields, ...moods].map((field) => `$${field}: FloatRange`),
    filters: [...shareFields.map((field) => `${field}: $${field}`), `mood: { ${moodVariables} }`],
  },
  "src/web/page/table/table.graphql": { shares: shareFields, moods },
  "src/plugins/beets/overtone.py": {
    shares: shareFields.map((field) => `"${field}",`),
  },
  "src/plugins/beets/README.md": {
    shares: ["", shareFields.map((field) => `\`${field}\``).join(", "), ""],
  },
};

/** Returns what the guide says of each format that scans open. */
function formatRows(): readonly (readonly string[])[] {
  return audioFormats
    .filter(({ extensions }) => extensions.length > 0)
    .map(({ name, extensions, decoder }) => {
      const names = extensions.map((extension) => `\`.${extension}\``).join(", ");
      return [name, names, decoder === "ffmpeg" ? "`ffmpeg`" : "Overtone"];
    });
}

/** The list of descriptors that the page shows, and how many of them it may ask for as columns, as a module of the page. */
export function pageDescriptors(): string {
  const rows = estimateFields.map((field) => {
    const kind = kindOf(descriptors[field]);
    return `  { name: "${field}", column: "${enumName(field)}", kind: "${kind}" },`;
  });
  return `// Written by \`npm run schema\` from the table of descriptors.

/** Every value that is estimated of a track: its name and its column in the API, and what kind of value it is. */
export const DESCRIPTORS = [
${rows.join("\n")}
] as const;

/** The name of a value that is estimated of a track. */
export type ShownDescriptor = (typeof DESCRIPTORS)[number]["name"];

/** The maximum number of columns of one request. */
export const COLUMNS_PER_REQUEST = ${MAX_COLUMNS};
`;
}

/** Returns what kind of value a descriptor is: a mood, another value in [0, 1], an integer, or a measure with a unit. */
function kindOf({ place, range, integers }: Descriptor): "mood" | "share" | "integer" | "measure" {
  if (place === "mood") return "mood";
  if (integers !== undefined) return "integer";
  return range.minimum === 0 && range.maximum === 1 ? "share" : "measure";
}

/** Returns the name of a field as an enum of GraphQL has it: LOUDNESS_RANGE. */
const enumName = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
