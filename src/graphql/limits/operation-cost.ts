import {
  getNamedType,
  getNullableType,
  getVariableValues,
  GraphQLInt,
  isCompositeType,
  Kind,
  TypeInfo,
  ValidationContext,
  visit,
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import {
  createComplexityRule,
  fieldExtensionsEstimator,
  type ComplexityEstimator,
} from "graphql-query-complexity";
import type { CostExplanation } from "../../domain/errors/request-errors.js";
import { mergedOperation, type PricedOperation } from "./merged-operation.js";

/** The costs of introspection, with everything below it. */
const INTROSPECTION_COSTS: Readonly<Record<string, number>> = { __schema: 2_000, __type: 200 };

const introspection: ComplexityEstimator = ({ field }) => INTROSPECTION_COSTS[field.name];

/** The cost of a field without the option `complexity`: 1 for an object. */
const plainField: ComplexityEstimator = ({ field, childComplexity }) =>
  isCompositeType(getNamedType(field.type)) ? 1 + childComplexity : 0;

const declaredCost = fieldExtensionsEstimator();

const costOfField: ComplexityEstimator = (field) =>
  introspection(field) ?? declaredCost(field) ?? plainField(field);

/** A computed cost, which holds as long as the variables that it was computed from keep their values. */
interface KnownCost {
  readonly cost: number;
  readonly variables: ReadonlySet<string>;
  /** The values of these variables, as JSON. */
  readonly values: string;
}

/** Maximum length of the values kept with a cost, so that large variables take no memory. */
const MAX_KEPT_CHARACTERS = 1_000;

/** The last cost of each operation. The server keeps the documents of recent requests. */
const knownCosts = new WeakMap<OperationDefinitionNode, KnownCost>();

/**
 * Returns the maximum cost of an operation before it runs: an integer in [0, inf). A field that is
 * selected twice under one name is charged once, a skipped field not at all. For a value of several
 * possible types, the most expensive one is charged. `undefined` where the variables are invalid:
 * such an operation does not run.
 *
 * Most variables, such as track keys, change no cost. So the cost of the last request is returned
 * where the variables that were read to compute it have the same values.
 */
export function operationCost(priced: PricedOperation): number | undefined {
  const { schema, operation, variables } = priced;
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  if (!coerced) return undefined;
  const known = knownCosts.get(operation);
  if (known && known.values === valuesOf(known.variables, coerced)) return known.cost;
  const read = decidingVariables(priced);
  const cost = computedCost(priced, coerced, read);
  const values = valuesOf(read, coerced);
  if (values.length <= MAX_KEPT_CHARACTERS) {
    knownCosts.set(operation, { cost, variables: read, values });
  }
  return cost;
}

/**
 * Returns the variables that decide which fields run: those of directives, and those with a default, which may be null
 * where a field requires a value.
 */
function decidingVariables({ document, operation }: PricedOperation): Set<string> {
  const withDefault = (operation.variableDefinitions ?? []).filter((each) => each.defaultValue);
  const names = new Set(withDefault.map(({ variable }) => variable.name.value));
  visit(document, { Directive: (directive) => addVariablesIn(directive, names) });
  return names;
}

function addVariablesIn(node: ASTNode, names: Set<string>): void {
  visit(node, { Variable: ({ name }) => void names.add(name.value) });
}

const valuesOf = (names: ReadonlySet<string>, values: PricedOperation["variables"]): string =>
  JSON.stringify([...names].map((name) => [name, values[name]]));

/**
 * @param coerced the values of all variables, including defaults
 * @param read receives the names of the variables in arguments that the cost depends on
 */
function computedCost(
  priced: PricedOperation,
  coerced: PricedOperation["variables"],
  read: Set<string>,
): number {
  const merged = mergedOperation({ ...priced, variables: coerced });
  return costWith(priced, merged, (field) =>
    costOfField({ ...field, args: recordingReads(field.args, field.node, read) }),
  );
}

/** Returns the cost of a merged operation, with that of each field. */
function costWith(
  { schema, variables }: PricedOperation,
  merged: OperationDefinitionNode,
  estimator: ComplexityEstimator,
): number {
  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [merged] };
  // Errors are those of fields with a null for a required argument. They do not run, nor cost.
  const ignore = (): void => undefined;
  const context = new ValidationContext(schema, document, new TypeInfo(schema), ignore);
  const estimators = [estimator];
  const complexity = createComplexityRule({ maximumComplexity: Infinity, variables, estimators })(
    context,
  );
  // The rule traverses the operation itself, so `validate` would only visit all nodes once more.
  complexity.onOperationDefinitionEnter(merged);
  return complexity.complexity;
}

/** The maximum number of items in any list whose size an argument sets. */
const MAX_ITEMS = 1_000;

/**
 * Returns what makes an operation expensive, and with how many items in each list it would not exceed a limit.
 *
 * @param priced an operation whose cost is known
 * @param limit the maximum cost
 */
export function explainCost(priced: PricedOperation, limit: number): CostExplanation {
  const { schema, operation } = priced;
  const { coerced = {} } = getVariableValues(
    schema,
    operation.variableDefinitions ?? [],
    priced.variables,
  );
  const merged = mergedOperation({ ...priced, variables: coerced });
  const costs = new Map<FieldNode, number>();
  costWith(priced, merged, (field) => {
    const cost = costOfField(field);
    costs.set(field.node, cost ?? 0);
    return cost;
  });
  let [maxItems, tooMany] = [0, MAX_ITEMS + 1];
  while (tooMany - maxItems > 1) {
    const count = Math.floor((maxItems + tooMany) / 2);
    if (costWith(priced, merged, costOfAtMost(count)) <= limit) maxItems = count;
    else tooMany = count;
  }
  return {
    path: mostExpensivePath(merged.selectionSet, costs).join("."),
    maxItems: maxItems === 0 ? null : maxItems,
  };
}

/** Returns what a field costs where no list of its arguments, or that an argument sizes, has more items. */
function costOfAtMost(maxItems: number): ComplexityEstimator {
  return (field) => {
    const args: Record<string, unknown> = { ...field.args };
    for (const { name, type } of field.field.args) {
      const given = args[name];
      if (getNullableType(type) === GraphQLInt) args[name] = maxItems;
      else if (Array.isArray(given)) args[name] = given.slice(0, maxItems);
    }
    // A list may be shorter, and other integers must not make a field more expensive.
    return Math.min(costOfField(field) ?? 0, costOfField({ ...field, args }) ?? 0);
  };
}

/** Returns the names in the response of the fields of the most expensive part, from the root down. */
function mostExpensivePath(
  selectionSet: SelectionSetNode,
  costs: ReadonlyMap<FieldNode, number>,
): readonly string[] {
  const costOf = (field: FieldNode): number => costs.get(field) ?? 0;
  const [first] = fieldsIn(selectionSet).sort((one, other) => costOf(other) - costOf(one));
  if (!first || costOf(first) === 0) return [];
  const below = first.selectionSet ? mostExpensivePath(first.selectionSet, costs) : [];
  return [(first.alias ?? first.name).value, ...below];
}

/** Returns the fields of a merged selection set, with those for single types. */
function fieldsIn({ selections }: SelectionSetNode): FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection];
    return selection.kind === Kind.INLINE_FRAGMENT ? fieldsIn(selection.selectionSet) : [];
  });
}

type Arguments = Readonly<Record<string, unknown>>;

/** Returns the arguments of a field, and adds the variables in those that are read to a set. */
function recordingReads(args: Arguments, { arguments: nodes }: FieldNode, read: Set<string>) {
  return new Proxy(args, {
    get(target, name: string) {
      const node = nodes?.find((argument) => argument.name.value === name);
      if (node) addVariablesIn(node, read);
      return target[name];
    },
  });
}
