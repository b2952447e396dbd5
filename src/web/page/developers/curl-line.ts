/** An operation of the API with values that fit the demo library. */
export interface Example {
  readonly name: string;
  readonly kind: "query" | "mutation" | "subscription";
  readonly description: string;
  readonly document: string;
  readonly variables: unknown;
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
