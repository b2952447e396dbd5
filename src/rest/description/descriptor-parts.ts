import {
  analysisFields,
  descriptors,
  detailFields,
  estimateFields,
  integerFields,
  moods,
  rangeFields,
  type EstimateField,
} from "../../domain/analysis/descriptors.js";
import {
  groupText,
  similarityFields,
  SOUND_TEXT,
  weightNames,
} from "../../domain/catalogue/similarity.js";
import { filterNames, orderNames } from "../../domain/catalogue/filter-texts.js";

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

/** The parts of `schema/openapi.yaml`. */
export const openapiParts: Parts = {
  filters: filterNames.map((name) => `- $ref: "#/components/parameters/${filterPartOf(name)}"`),
  filterParameters: [
    ...integerFields.flatMap((field) => {
      const { integers } = descriptors[field];
      const { min = 0, max = Infinity, meaning = "" } = integers ?? {};
      const bounds = `minimum: ${min}${max < Infinity ? `, maximum: ${max}` : ""}`;
      return filterParameter(field, meaning, `{ type: integer, ${bounds} }`);
    }),
    ...rangeFields.flatMap((field) =>
      range(field, `${descriptors[field].label}, ${descriptors[field].unit}`),
    ),
    ...moods.flatMap((mood) => range(`mood.${mood}`, `${mood}, in [0, 1]`)),
    ...estimateFields.flatMap((field) =>
      range(`confidence.${field}`, `confidence of \`${field}\`, in [0, 1]`),
    ),
  ],
  orders: itemsOf([...orderNames, ...orderNames.map((name) => `-${name}`)]),
  weights: weightNames.flatMap((name) => {
    const group = groupText(name);
    const meaning = group
      ? `The factor of ${group} together, multiplied with their own factors.`
      : `The factor of ${name === "sound" ? SOUND_TEXT : `\`${name}\``}.`;
    return parameter(`weights.${name}`, meaning, '{ $ref: "#/components/schemas/Weight" }');
  }),
  reasons: itemsOf(similarityFields),
  trackRequired: itemsOf([...analysisFields, ...detailFields]),
  trackProperties: [
    ...analysisFields.map(
      (field) => `${field}: { $ref: "#/components/schemas/Analysis/properties/${field}" }`,
    ),
    ...detailFields.flatMap(property),
  ],
  analysisRequired: itemsOf(analysisFields),
  analysisProperties: analysisFields.flatMap(property),
  moodRequired: itemsOf(moods),
  moodProperties: moods.flatMap(property),
  moodNames: itemsOf(moods),
};

/** The part of the page `rest.md` of the guide: a table of the fields of an analysis. */
export const guideParts: Parts = {
  fields: tableOf([
    ["field", "meaning"],
    ["`duration_ms`", "Length of the audio, milliseconds."],
    ...analysisFields.map((field) => [`\`${field}\``, descriptors[field].description] as const),
    ["`keyString`", 'The name of the key, e.g. "A minor"; null where there is no key.'],
    ["`mood`", `${moods.map((mood) => `\`${mood}\``).join(", ")}, each in [0, 1].`],
  ]),
};

function parameter(name: string, meaning: string, schema: string): readonly string[] {
  return [
    `- name: ${name}`,
    "  in: query",
    `  description: ${JSON.stringify(meaning)}`,
    `  schema: ${schema}`,
  ];
}

/** Returns the name of the shared parameter of a condition: "FilterMoodHappyGte" of "mood.happy.gte". */
function filterPartOf(name: string): string {
  const words = name.split(".").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `Filter${words.join("")}`;
}

/** Returns the shared parameter of a condition. */
function filterParameter(name: string, meaning: string, schema: string): readonly string[] {
  const [first = "", ...others] = parameter(name, meaning, schema);
  return [`${filterPartOf(name)}:`, ...[first.replace("- ", "  "), ...others]];
}

function range(name: string, what: string): readonly string[] {
  return [
    ...filterParameter(`${name}.gte`, `The minimum ${what}.`, "{ type: number }"),
    ...filterParameter(`${name}.lte`, `The maximum ${what}.`, "{ type: number }"),
  ];
}

/** Returns the schema of a value as a property. */
function property(field: EstimateField): readonly string[] {
  const { description, integers, range: bounds, unit } = descriptors[field];
  if (integers === undefined && unit === "in [0, 1]") {
    return [`${field}: { $ref: "#/components/schemas/Descriptor" }`];
  }
  return [
    `${field}:`,
    `  type: [${integers ? "integer" : "number"}, "null"]`,
    ...Object.entries(bounds).map(([name, bound]) => `  ${name}: ${bound}`),
    `  description: ${JSON.stringify(description)}`,
  ];
}

function itemsOf(names: readonly string[]): readonly string[] {
  return names.map((name) => `- ${name}`);
}

/** Returns the lines of a Markdown table of two columns, the first row its head, aligned as prettier does. */
function tableOf(rows: readonly (readonly [string, string])[]): readonly string[] {
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const lineOf = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head = ["", ""], ...body] = rows;
  const rule = widths.map((width) => "-".repeat(width));
  return ["", lineOf(head), lineOf(rule), ...body.map(lineOf), ""];
}
