import { Kind, type DocumentNode, type SelectionNode } from "graphql";
import { fragmentsOf, type Fragments } from "./fragments.js";

/** The size of a selection. A fragment counts each time it is spread. */
export interface SelectionSize {
  readonly levels: number;
  readonly fields: number;
  /** Number of aliased fields. */
  readonly aliases: number;
  /** Number of aliased fields on the first level. */
  readonly firstAliases: number;
  /** Number of aliased fields below `__schema` and `__type`. */
  readonly introspectionAliases: number;
}

/**
 * Additional levels allowed below introspection: standard introspection unwraps types nine times.
 */
const MORE_LEVELS_OF_INTROSPECTION = 12;

const nothing: SelectionSize = {
  levels: 0,
  fields: 0,
  aliases: 0,
  firstAliases: 0,
  introspectionAliases: 0,
};

/** Measures the selections of one document, each fragment once. */
export class SelectionSizes {
  readonly #fragments: Fragments;
  readonly #known = new Map<string, SelectionSize>();
  readonly #open = new Set<string>();
  #isCyclic = false;

  constructor(document: DocumentNode) {
    this.#fragments = fragmentsOf(document);
  }

  /** Whether a fragment contains itself; sizes are invalid then. */
  get isCyclic(): boolean {
    return this.#isCyclic;
  }

  of(selections: readonly SelectionNode[]): SelectionSize {
    return selections
      .map((selection) => this.#sizeOf(selection))
      .reduce(
        (sum, size) => ({
          levels: Math.max(sum.levels, size.levels),
          fields: sum.fields + size.fields,
          aliases: sum.aliases + size.aliases,
          firstAliases: sum.firstAliases + size.firstAliases,
          introspectionAliases: sum.introspectionAliases + size.introspectionAliases,
        }),
        nothing,
      );
  }

  #sizeOf(selection: SelectionNode): SelectionSize {
    switch (selection.kind) {
      case Kind.INLINE_FRAGMENT:
        return this.of(selection.selectionSet.selections);
      case Kind.FRAGMENT_SPREAD:
        return this.#ofFragment(selection.name.value);
      case Kind.FIELD: {
        const { name, alias, selectionSet } = selection;
        const below = this.of(selectionSet?.selections ?? []);
        const isIntrospection = name.value.startsWith("__");
        const allowance = isIntrospection ? MORE_LEVELS_OF_INTROSPECTION : 0;
        const firstAliases = alias ? 1 : 0;
        return {
          levels: Math.max(1, 1 + below.levels - allowance),
          fields: 1 + below.fields,
          aliases: firstAliases + below.aliases,
          firstAliases,
          introspectionAliases: isIntrospection ? below.aliases : below.introspectionAliases,
        };
      }
    }
  }

  #ofFragment(name: string): SelectionSize {
    const known = this.#known.get(name);
    if (known) return known;
    if (this.#open.has(name)) {
      this.#isCyclic = true;
      return nothing;
    }
    this.#open.add(name);
    const size = this.of(this.#fragments.get(name)?.selectionSet.selections ?? []);
    this.#open.delete(name);
    this.#known.set(name, size);
    return size;
  }
}
