import { markdownTable } from "../../../src/build/markdown-table.js";
import { edgeCases } from "./cases.js";
import { edgeNames } from "./edges.js";

/** Returns the table of cases and edges in Markdown: what each edge is expected to answer, and nothing where it cannot be asked. */
export const edgeTable = (): string =>
  markdownTable([
    ["case", ...edgeNames],
    ...edgeCases.map(({ name, expected }) => [name, ...edgeNames.map((edge) => expected[edge])]),
  ]);
