import { Kind, parse, print, printSchema, visit, type GraphQLSchema } from "graphql";

/** The types that a supergraph knows by their track key, whichever service it meets them in. */
export const entityNames = ["Track", "TrackAnalysis"] as const;

const KEY = `@key(fields: "trackKey")`;

/** Types that other services of a graph have too, with the same fields. */
const SHARED = ["PageInfo"];

const LINK = `extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@shareable"])`;

/**
 * A schema as a subgraph describes itself: the same, with the directives that a composition reads.
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
