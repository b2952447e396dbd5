import {
  getNamedType,
  getVariableValues,
  isCompositeType,
  Kind,
  TypeInfo,
  ValidationContext,
  visit,
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type OperationDefinitionNode,
} from "graphql";
import {
  createComplexityRule,
  fieldExtensionsEstimator,
  type ComplexityEstimator,
} from "graphql-query-complexity";
import { mergedOperation, type PricedOperation } from "./merged-operation.js";

/** The costs of introspection, with everything below it. */
const INTROSPECTION_COSTS: Readonly<Record<string, number>> = { __schema: 2_000, __type: 200 };

const introspection: ComplexityEstimator = ({ field }) => INTROSPECTION_COSTS[field.name];

/** The cost of a field without the option `complexity`: 1 for an object. */
const plainField: ComplexityEstimator = ({ field, childComplexity }) =>
  isCompositeType(getNamedType(field.type)) ? 1 + childComplexity : 0;

const declaredCost = fieldExtensionsEstimator();

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
  const { schema, variables } = priced;
  const merged = mergedOperation({ ...priced, variables: coerced });
  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [merged] };
  // Errors are those of fields with a null for a required argument. They do not run, nor cost.
  const ignore = (): void => undefined;
  const context = new ValidationContext(schema, document, new TypeInfo(schema), ignore);
  const declared: ComplexityEstimator = (field) =>
    declaredCost({ ...field, args: recordingReads(field.args, field.node, read) });
  const complexity = createComplexityRule({
    maximumComplexity: Infinity,
    variables,
    estimators: [introspection, declared, plainField],
  })(context);
  // The rule traverses the operation itself, so `validate` would only visit all nodes once more.
  complexity.onOperationDefinitionEnter(merged);
  return complexity.complexity;
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
