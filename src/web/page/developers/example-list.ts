import type { Example } from "./curl-line.js";

const files: Readonly<Record<string, string>> = import.meta.glob(
  "../../../../schema/operations/*.graphql",
  { query: "?raw", import: "default", eager: true },
);

const examples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = import.meta.glob(
  "../../../../schema/operations/examples.json",
  { import: "default", eager: true },
);

const RANKS = { query: 0, mutation: 1, subscription: 2 } as const;

/** The example operations: queries first, then what changes something, then streams. */
export const exampleList: readonly Example[] = Object.values(files)
  .flatMap(exampleFrom)
  .sort((one, other) => RANKS[one.kind] - RANKS[other.kind] || one.name.localeCompare(other.name));

function exampleFrom(text: string): readonly Example[] {
  const [, comment = "", kind, name] =
    /^((?:#.*\n)*)(query|mutation|subscription) (\w+)/.exec(text) ?? [];
  if ((kind !== "query" && kind !== "mutation" && kind !== "subscription") || name === undefined) {
    return [];
  }
  return [
    {
      name,
      kind,
      description: comment.replace(/^#\s*/gm, "").trim().replaceAll("\n", " "),
      document: text.slice(comment.length).trim(),
      variables: Object.values(examples)[0]?.[name] ?? {},
    },
  ];
}
