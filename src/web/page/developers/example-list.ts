/** An operation of the API with values that fit the demo library. */
export interface Example {
  readonly name: string;
  readonly kind: "query" | "mutation" | "subscription";
  readonly description: string;
  readonly document: string;
  readonly variables: unknown;
}

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

/** Returns a curl command that sends an operation to a server; streams come as server-sent events. */
export function curlLine({ kind, document, variables }: Example, baseUrl: string): string {
  const query = document.replace(/\s+/g, " ");
  const body = JSON.stringify({ query, variables }).replaceAll("'", "'\\''");
  const isStream = kind === "subscription";
  return [
    `curl ${isStream ? "-N " : ""}-H "Authorization: Bearer $OVERTONE_API_KEY" -H "Content-Type: application/json"`,
    ...(isStream ? [`-H "Accept: text/event-stream"`] : []),
    `-d '${body}'`,
    new URL(isStream ? "graphql/stream" : "graphql", baseUrl).href,
  ].join(" ");
}
