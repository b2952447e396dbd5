import { printSchema, type GraphQLSchema } from "graphql";

/** The entity types of the supergraph; their key is the track key. */
export const entityNames = ["Track", "TrackAnalysis"] as const;

/** The directives of types: keys of entities, and types that other subgraphs may define too. */
const DIRECTIVES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(entityNames.map((name) => [name, '@key(fields: "trackKey")'])),
  PageInfo: "@shareable",
};

const LINK = `extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@shareable"])`;

/**
 * Prints a schema as the description of a subgraph, with the directives that composition needs.
 *
 * Source: "Apollo Federation Subgraph Specification", version 2.3, Apollo Graph Inc., 2023.
 */
export function subgraphDescription(schema: GraphQLSchema): string {
  const described = Object.entries(DIRECTIVES).reduce(
    (text, [name, directive]) =>
      text.replace(`\ntype ${name} {\n`, `\ntype ${name} ${directive} {\n`),
    printSchema(schema),
  );
  return `${LINK}\n\n${described}\n`;
}
