import { Kind, parse, print, printSchema, visit, type GraphQLSchema } from "graphql";

/** The entity types of the supergraph; their key is the track key. */
export const entityNames = ["Track", "TrackAnalysis"] as const;

const KEY = `@key(fields: "trackKey")`;

/** Types that other subgraphs may define too, with the same fields. */
const SHARED = ["PageInfo"];

const LINK = `extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@shareable"])`;

/**
 * Prints a schema as the description of a subgraph, with the directives that composition needs.
 *
 * Source: "Apollo Federation Subgraph Specification", version 2.3, Apollo Graph Inc., 2023.
 */
export function subgraphDescription(schema: GraphQLSchema): string {
  const described = visit(parse(printSchema(schema)), {
    [Kind.OBJECT_TYPE_DEFINITION](type) {
      const directive = directiveOf(type.name.value);
      return directive === undefined
        ? undefined
        : { ...type, directives: [...(type.directives ?? []), ...directivesIn(directive)] };
    },
  });
  return `${LINK}\n\n${print(described)}\n`;
}

function directiveOf(typeName: string): string | undefined {
  if (entityNames.some((name) => name === typeName)) return KEY;
  return SHARED.includes(typeName) ? "@shareable" : undefined;
}

function directivesIn(text: string) {
  const [definition] = parse(`type T ${text} { f: Int }`).definitions;
  return definition?.kind === Kind.OBJECT_TYPE_DEFINITION ? (definition.directives ?? []) : [];
}
