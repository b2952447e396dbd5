import {
  getNamedType,
  getVariableValues,
  isCompositeType,
  Kind,
  TypeInfo,
  ValidationContext,
  type DocumentNode,
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

/**
 * Returns the maximum cost of an operation before it runs: an integer in [0, inf). A field that is
 * selected twice under one name is charged once, a skipped field not at all. For a value of several
 * possible types, the most expensive one is charged. `undefined` where the variables are invalid:
 * such an operation does not run.
 */
export function operationCost(priced: PricedOperation): number | undefined {
  const { schema, operation, variables } = priced;
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  if (!coerced) return undefined;
  const merged = mergedOperation({ ...priced, variables: coerced });
  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [merged] };
  // Errors are those of fields with a null for a required argument. They do not run, nor cost.
  const ignore = (): void => undefined;
  const context = new ValidationContext(schema, document, new TypeInfo(schema), ignore);
  const complexity = createComplexityRule({
    maximumComplexity: Infinity,
    variables,
    estimators: [introspection, fieldExtensionsEstimator(), plainField],
  })(context);
  // The rule traverses the operation itself, so `validate` would only visit all nodes once more.
  complexity.onOperationDefinitionEnter(merged);
  return complexity.complexity;
}
