import type { GraphQLSchema, OperationDefinitionNode } from "graphql";

type Variables = Readonly<Record<string, unknown>>;

/** A cached cost, with the values of all variables that it depends on. */
interface CachedCost {
  readonly schema: GraphQLSchema;
  readonly seen: readonly (readonly [name: string, value: unknown])[];
  readonly cost: number;
}

/** Maximum number of costs cached for one operation, each for different values of its variables. */
const MAX_PER_OPERATION = 20;

const costs = new WeakMap<OperationDefinitionNode, CachedCost[]>();

/**
 * Returns the cost of an operation, computed again only where a variable that it depends on has
 * another value. Clients send the same operations repeatedly, and Apollo Server parses each once.
 *
 * @param find computes the cost; reads no other variables than those that it is given
 */
export function cachedCost(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Variables,
  find: (variables: Variables) => number,
): number {
  const known = costs.get(operation) ?? [];
  const same = known.find(
    (each) =>
      each.schema === schema && each.seen.every(([name, value]) => variables[name] === value),
  );
  if (same) return same.cost;

  const seen = new Map<string, unknown>();
  const watched = new Proxy(variables, {
    get(target, name: string) {
      seen.set(name, target[name]);
      return target[name];
    },
  });
  const cost = find(watched);
  // Lists and objects differ in identity in every request, so they cannot be compared.
  const isPlain = [...seen.values()].every((value) => typeof value !== "object" || value === null);
  if (isPlain) {
    const latest = { schema, seen: [...seen], cost };
    costs.set(operation, [...known.slice(1 - MAX_PER_OPERATION), latest]);
  }
  return cost;
}
