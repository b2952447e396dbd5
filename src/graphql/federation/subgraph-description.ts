import { GraphQLObjectType, GraphQLSchema, printSchema } from "graphql";

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
      text.replace(new RegExp(`\\ntype ${name}\\b[^{\\n]*`), (start) => `${start}${directive} `),
    // Composition does not know the directive; the server itself still requires one way.
    printSchema(withoutNodeQueries(schema)).replaceAll(" @oneOf {", " {"),
  );
  return `${LINK}\n\n${described}\n`;
}

/**
 * Returns a schema without `node` and `nodes`. In a supergraph, ids of other services would reach
 * them, and two services that both declare them do not compose; routers find objects by their track keys.
 */
function withoutNodeQueries(schema: GraphQLSchema): GraphQLSchema {
  const { query, types, ...others } = schema.toConfig();
  if (!query) return schema;
  const config = query.toConfig();
  const fields = Object.entries(config.fields).filter(([name]) => !/^nodes?$/.test(name));
  return new GraphQLSchema({
    ...others,
    query: new GraphQLObjectType({ ...config, fields: Object.fromEntries(fields) }),
    types: types.filter((type) => type !== query),
  });
}
