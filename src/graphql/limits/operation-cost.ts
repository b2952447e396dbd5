import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  Kind,
  valueFromASTUntyped,
  type DocumentNode,
  type FieldNode,
  type FragmentSpreadNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  type InlineFragmentNode,
  type OperationDefinitionNode,
  type SelectionNode,
} from "graphql";
import { fieldCosts, defaultListSize, type ListSize } from "./field-costs.js";
import { fragmentsOf, type Fragment, type Fragments } from "./fragments.js";
import { cachedCost } from "./cached-costs.js";

/** An operation whose cost is computed before it runs. */
export interface PricedOperation {
  readonly schema: GraphQLSchema;
  /** Valid, and within the limits. */
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** As the client sent them. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * Returns the maximum cost of an operation, in the units of {@link fieldCosts}, before it runs: an
 * integer in [0, inf). A field that is selected twice under one name is charged once, a skipped
 * field not at all. For a value of several possible types, the selections for each type are
 * charged.
 */
export function operationCost(priced: PricedOperation): number {
  const { schema, operation } = priced;
  const root = schema.getRootType(operation.operation);
  if (!root) return 0;
  const variables = { ...defaultsOf(operation), ...priced.variables };
  return cachedCost(schema, operation, variables, (watched) =>
    new Pricing({ ...priced, variables: watched }).selection(
      root,
      operation.selectionSet.selections,
      noSizedChild,
    ),
  );
}

/** The nested field whose number of items an argument of its parent field gives. */
interface SizedChild {
  readonly name: string | undefined;
  readonly size: number;
}

const noSizedChild: SizedChild = { name: undefined, size: 0 };

/** One field of the response, which may be selected several times. */
interface PlannedField {
  readonly parent: GraphQLCompositeType;
  readonly nodes: readonly [FieldNode, ...FieldNode[]];
}

type Plan = Map<string, PlannedField>;

/** Computes the cost of the selections of one operation. */
class Pricing {
  readonly #schema: GraphQLSchema;
  readonly #fragments: Fragments;
  readonly #variables: Readonly<Record<string, unknown>>;

  /**
   * @param priced the operation; its variables include the defaults of those that the client left
   * out
   */
  constructor({ schema, document, variables }: PricedOperation) {
    this.#schema = schema;
    this.#fragments = fragmentsOf(document);
    this.#variables = variables;
  }

  selection(
    type: GraphQLCompositeType,
    selections: readonly SelectionNode[],
    child: SizedChild,
  ): number {
    const plan: Plan = new Map();
    this.#collect(type, selections, plan);
    let sum = 0;
    for (const field of plan.values()) sum += this.#field(field, child);
    return sum;
  }

  #field({ parent, nodes }: PlannedField, child: SizedChild): number {
    const [node] = nodes;
    const name = node.name.value;
    const cost = fieldCosts[`${parent.name}.${name}`] ?? {};
    if (name.startsWith("__")) return cost.once ?? 0;
    const field = fieldOf(parent, name);
    if (!field) return 0;
    const sized = cost.size && this.#sizeFrom(cost.size, field, node);
    const each =
      (cost.each ?? (isCompositeType(getNamedType(field.type)) ? 1 : 0)) +
      (cost.computing !== undefined && this.#argument("compute", field, node) === true
        ? cost.computing
        : 0) +
      this.#below(field, nodes, { name: cost.holds, size: sized ?? defaultListSize });
    const defaultValue = cost.items ?? (isListOfObjects(field.type) ? defaultListSize : 1);
    const own = cost.holds === undefined ? (sized ?? defaultValue) : defaultValue;
    return (cost.once ?? 0) + (child.name === name ? child.size : own) * each;
  }

  #below(field: Field, nodes: readonly FieldNode[], child: SizedChild): number {
    const type = getNamedType(field.type);
    const selections = nodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? []);
    return isCompositeType(type) ? this.selection(type, selections, child) : 0;
  }

  /** Collects the fields of one selection set by their names in the response. */
  #collect(type: GraphQLCompositeType, selections: readonly SelectionNode[], plan: Plan): void {
    for (const selection of selections) {
      if (selection.directives?.length && this.#isSkipped(selection)) continue;
      if (selection.kind === Kind.FIELD) {
        if (isFree(type, selection)) continue;
        const key = `${type.name} ${(selection.alias ?? selection.name).value}`;
        const known = plan.get(key);
        plan.set(key, { parent: type, nodes: known ? [...known.nodes, selection] : [selection] });
      } else {
        const { condition, below } = this.#fragment(selection);
        const narrowed = condition === undefined ? type : this.#schema.getType(condition);
        if (isCompositeType(narrowed)) this.#collect(narrowed, below, plan);
      }
    }
  }

  #fragment(selection: FragmentSpreadNode | InlineFragmentNode): Fragment {
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      return this.#fragments.get(selection.name.value) ?? { condition: undefined, below: [] };
    }
    const { typeCondition, selectionSet } = selection;
    return { condition: typeCondition?.name.value, below: selectionSet.selections };
  }

  #isSkipped({ directives }: SelectionNode): boolean {
    return (directives ?? []).some(({ name, arguments: [condition] = [] }) => {
      const value = condition && valueFromASTUntyped(condition.value, this.#variables);
      return name.value === "skip" ? value === true : name.value === "include" && value === false;
    });
  }

  #sizeFrom({ by, defaultValue, max }: ListSize, field: Field, node: FieldNode): number {
    const given = by
      .map((name) => this.#argument(name, field, node))
      .find((value) => value !== undefined && value !== null);
    const size = Array.isArray(given) ? given.length : given;
    return Number.isInteger(size) ? Math.min(Math.max(size as number, 0), max) : defaultValue;
  }

  #argument(name: string, { args }: Field, { arguments: given = [] }: FieldNode): unknown {
    const argument = given.find((node) => node.name.value === name);
    const value = argument && valueFromASTUntyped(argument.value, this.#variables);
    return value ?? args.find((declared) => declared.name === name)?.defaultValue;
  }
}

/** Returns whether a field costs nothing: a number or a text without an entry in the table. */
function isFree(type: GraphQLCompositeType, { name, selectionSet }: FieldNode): boolean {
  return !selectionSet && fieldCosts[`${type.name}.${name.value}`] === undefined;
}

type Field = GraphQLField<unknown, unknown>;

function fieldOf(type: GraphQLCompositeType, name: string): Field | undefined {
  return "getFields" in type ? type.getFields()[name] : undefined;
}

function isListOfObjects(type: GraphQLOutputType): boolean {
  return isCompositeType(getNamedType(type)) && isListType(getNullableType(type));
}

/** Returns the default values of the variables of an operation. */
function defaultsOf({
  variableDefinitions = [],
}: OperationDefinitionNode): Record<string, unknown> {
  return Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  );
}
