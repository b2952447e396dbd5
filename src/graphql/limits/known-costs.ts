import type { GraphQLSchema, OperationDefinitionNode } from "graphql";

type Variables = Readonly<Record<string, unknown>>;

/** A cost, and the values of all variables that were looked at to find it. */
interface KnownCost {
  readonly schema: GraphQLSchema;
  readonly seen: readonly (readonly [name: string, value: unknown])[];
  readonly cost: number;
}

/** Different values of its variables under which one operation is remembered. */
const MAX_PER_OPERATION = 20;

const costs = new WeakMap<OperationDefinitionNode, KnownCost[]>();

/**
 * What an operation costs, found anew only where a variable that matters to it has another value.
 * Clients send the same operations over and over, and Apollo Server reads each of them once.
 *
 * @param find finds the cost; looks at no other variables than those it is handed
 */
export function knownCost(
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
  // Lists and objects are new with every request.
  const isPlain = [...seen.values()].every((value) => typeof value !== "object" || value === null);
  if (isPlain) {
    const latest = { schema, seen: [...seen], cost };
    costs.set(operation, [...known.slice(1 - MAX_PER_OPERATION), latest]);
  }
  return cost;
}
