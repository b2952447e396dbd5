import {
  GraphQLError,
  Kind,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type ValidationContext,
  type ValidationRule,
} from "graphql";
import { InvalidInputError } from "../domain/errors.js";

/** The most tokens of a document: several times what our largest operation or introspection has. */
export const mostTokens = 2_000;

/** Twice what the deepest path of the schema needs. */
const MOST_LEVELS = 12;
/** Standard introspection unwraps types nine times. */
const MORE_LEVELS_OF_INTROSPECTION = 12;
const MOST_ALIASES = 100;
const MOST_ROOT_ALIASES = 30;

/** How large a selection is, its fragments included. */
interface Size {
  readonly levels: number;
  /** Aliased fields in all; a fragment counts each time it is spread. */
  readonly aliases: number;
  /** Those on the first level alone. */
  readonly firstAliases: number;
}

const nothing: Size = { levels: 0, aliases: 0, firstAliases: 0 };

/** Refuses operations that are nested too deeply or ask for too much under different names. */
export const queryLimits: ValidationRule = (context) => {
  const sizes = new SelectionSizes(context);
  return {
    OperationDefinition(operation) {
      for (const problem of problemsOf(sizes.of(operation.selectionSet.selections))) {
        report(context, operation, problem);
      }
    },
  };
};

function problemsOf({ levels, aliases, firstAliases }: Size): readonly string[] {
  return [
    ...(levels > MOST_LEVELS ? [`must not be nested deeper than ${MOST_LEVELS} levels`] : []),
    ...(firstAliases > MOST_ROOT_ALIASES
      ? [`must not have more than ${MOST_ROOT_ALIASES} aliases on its first level`]
      : []),
    ...(aliases > MOST_ALIASES ? [`must not have more than ${MOST_ALIASES} aliases`] : []),
  ];
}

function report(
  context: ValidationContext,
  operation: OperationDefinitionNode,
  problem: string,
): void {
  const originalError = new InvalidInputError("query", problem);
  context.reportError(new GraphQLError(originalError.message, { nodes: operation, originalError }));
}

/** Measures selections, each fragment once. */
class SelectionSizes {
  readonly #context: ValidationContext;
  readonly #fragments = new Map<string, Size>();

  constructor(context: ValidationContext) {
    this.#context = context;
  }

  of(selections: readonly SelectionNode[]): Size {
    return selections
      .map((selection) => this.#sizeOf(selection))
      .reduce(
        (sum, size) => ({
          levels: Math.max(sum.levels, size.levels),
          aliases: sum.aliases + size.aliases,
          firstAliases: sum.firstAliases + size.firstAliases,
        }),
        nothing,
      );
  }

  #sizeOf(selection: SelectionNode): Size {
    switch (selection.kind) {
      case Kind.INLINE_FRAGMENT:
        return this.of(selection.selectionSet.selections);
      case Kind.FRAGMENT_SPREAD:
        return this.#ofFragment(this.#context.getFragment(selection.name.value));
      case Kind.FIELD: {
        const { name, alias, selectionSet } = selection;
        const below = this.of(selectionSet?.selections ?? []);
        const allowance = name.value.startsWith("__") ? MORE_LEVELS_OF_INTROSPECTION : 0;
        const firstAliases = alias ? 1 : 0;
        return {
          levels: Math.max(1, 1 + below.levels - allowance),
          aliases: firstAliases + below.aliases,
          firstAliases,
        };
      }
    }
  }

  /** Counts a fragment within itself as nothing: another rule refuses the cycle. */
  #ofFragment(fragment: FragmentDefinitionNode | null | undefined): Size {
    if (!fragment) return nothing;
    const name = fragment.name.value;
    const known = this.#fragments.get(name);
    if (known) return known;
    this.#fragments.set(name, nothing);
    const size = this.of(fragment.selectionSet.selections);
    this.#fragments.set(name, size);
    return size;
  }
}
