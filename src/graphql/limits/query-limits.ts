import {
  GraphQLError,
  Kind,
  TokenKind,
  type DocumentNode,
  type FieldNode,
  type FragmentSpreadNode,
  type ParseOptions,
  type SelectionSetNode,
  type ValidationRule,
} from "graphql";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { fragmentsOf, type Fragments } from "./fragments.js";

/**
 * Maximum number of tokens of a document: several times that of the largest example operation or
 * introspection.
 */
export const parseLimits: ParseOptions = { maxTokens: 2_000 };

/**
 * Fifty times the length of the largest example operation. White space and comments count here, but
 * not as tokens.
 */
const MAX_CHARACTERS = 50_000;
/** Twice the depth of the deepest path in the schema. */
const MAX_DEPTH = 12;
/**
 * Additional levels allowed below introspection: standard introspection unwraps types nine times.
 */
const MORE_LEVELS_OF_INTROSPECTION = 12;
const MAX_ALIASES = 100;
const MAX_ROOT_ALIASES = 30;
/**
 * A low limit, because introspection costs the same for any selection. Standard introspection has
 * no alias.
 */
const MAX_INTROSPECTION_ALIASES = 5;
/** Standard introspection selects 230 fields. */
const MAX_FIELDS = 400;
/** Clients that compose operations from fragments select a field once in each fragment. */
const MAX_REPEATS = 10;
const MAX_DIRECTIVES = 50;
const MAX_FRAGMENTS = 50;
/** Ten times the maximum length of an artist or title. */
const MAX_LITERAL_CHARACTERS = 2_000;

/**
 * Validation rule that refuses documents that are too large or too deeply nested. It stops
 * validation before any other rule reads them, because the time of some rules grows with the square
 * of the size.
 */
export const queryLimits: ValidationRule = (context) => ({
  Document(document) {
    try {
      limitTokens(document);
      const fragments = fragmentsOf(document);
      for (const definition of document.definitions) {
        const isOperation = definition.kind === Kind.OPERATION_DEFINITION;
        if (isOperation || definition.kind === Kind.FRAGMENT_DEFINITION) {
          new SelectionLimits(fragments).check(definition.selectionSet, { isOperation });
        }
      }
      return undefined;
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      const [nodes = null] = document.definitions;
      context.reportError(new GraphQLError(error.message, { nodes, originalError: error }));
      // A visitor that removes a node ends the traversal below it, for all rules.
      return null;
    }
  },
});

function refuseIf(isExceeded: boolean, problem: string): void {
  if (isExceeded) throw new InvalidInputError("query", `must not ${problem}`);
}

/** @throws {InvalidInputError} the text of the document exceeds a limit */
function limitTokens({ definitions, loc }: DocumentNode): void {
  const length = loc?.source.body.length ?? 0;
  refuseIf(length > MAX_CHARACTERS, `have more than ${MAX_CHARACTERS} characters`);
  const fragments = definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  refuseIf(fragments.length > MAX_FRAGMENTS, `have more than ${MAX_FRAGMENTS} fragments`);
  let directives = 0;
  for (let token = loc?.startToken ?? null; token !== null; token = token.next) {
    if (token.kind === TokenKind.AT) directives += 1;
    const isText = token.kind === TokenKind.STRING || token.kind === TokenKind.BLOCK_STRING;
    refuseIf(
      isText && token.value.length > MAX_LITERAL_CHARACTERS,
      `have a text of more than ${MAX_LITERAL_CHARACTERS} characters`,
    );
  }
  refuseIf(directives > MAX_DIRECTIVES, `have more than ${MAX_DIRECTIVES} directives`);
}

/** The position of a selection set in the response. */
interface Place {
  /** The names of the enclosing fields. */
  readonly path: string;
  /** 1 for the first level of an operation; less below introspection, which may be deeper. */
  readonly level: number;
  readonly isIntrospection: boolean;
}

/** Counts what one operation or fragment selects. A fragment counts each time it is spread. */
class SelectionLimits {
  readonly #fragments: Fragments;
  /** The fragments that contain the current selection. */
  readonly #enclosing = new Set<string>();
  /** How often each field of the response is selected, by its path. */
  readonly #times = new Map<string, number>();
  #fields = 0;
  #aliases = 0;
  #rootAliases = 0;
  #introspectionAliases = 0;

  constructor(fragments: Fragments) {
    this.#fragments = fragments;
  }

  /** @throws {InvalidInputError} a limit is exceeded, or a fragment contains itself */
  check(selectionSet: SelectionSetNode, { isOperation }: { readonly isOperation: boolean }): void {
    // A fragment has no level of its own, only where it is spread.
    const level = isOperation ? 1 : -Infinity;
    this.#traverse(selectionSet, { path: "", level, isIntrospection: false });
    refuseIf(
      Math.max(...this.#times.values()) > MAX_REPEATS,
      `select one field more than ${MAX_REPEATS} times in one selection set`,
    );
  }

  #traverse({ selections }: SelectionSetNode, place: Place): void {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) this.#traverseField(selection, place);
      else if (selection.kind === Kind.FRAGMENT_SPREAD) this.#traverseFragment(selection, place);
      else this.#traverse(selection.selectionSet, place);
    }
  }

  #traverseFragment({ name: { value: name } }: FragmentSpreadNode, place: Place): void {
    const fragment = this.#fragments.get(name);
    // An unknown fragment counts as a field, so that every fragment has one and MAX_FIELDS ends all.
    if (!fragment) return this.#countField();
    refuseIf(this.#enclosing.has(name), "have a fragment within itself");
    this.#enclosing.add(name);
    this.#traverse(fragment.selectionSet, place);
    this.#enclosing.delete(name);
  }

  #traverseField({ name, alias, selectionSet }: FieldNode, place: Place): void {
    this.#countField();
    if (alias) this.#countAlias(place);
    refuseIf(place.level > MAX_DEPTH, `be nested deeper than ${MAX_DEPTH} levels`);
    const path = `${place.path}.${(alias ?? name).value}`;
    this.#times.set(path, (this.#times.get(path) ?? 0) + 1);
    if (!selectionSet) return;
    const isMeta = name.value.startsWith("__");
    this.#traverse(selectionSet, {
      path,
      level: place.level + 1 - (isMeta ? MORE_LEVELS_OF_INTROSPECTION : 0),
      isIntrospection: place.isIntrospection || isMeta,
    });
  }

  #countField(): void {
    this.#fields += 1;
    refuseIf(this.#fields > MAX_FIELDS, `select more than ${MAX_FIELDS} fields`);
  }

  #countAlias({ level, isIntrospection }: Place): void {
    this.#aliases += 1;
    if (isIntrospection) this.#introspectionAliases += 1;
    else if (level === 1) this.#rootAliases += 1;
    refuseIf(
      this.#rootAliases > MAX_ROOT_ALIASES,
      `have more than ${MAX_ROOT_ALIASES} aliases on its first level`,
    );
    refuseIf(
      this.#introspectionAliases > MAX_INTROSPECTION_ALIASES,
      `have more than ${MAX_INTROSPECTION_ALIASES} aliases below __schema and __type`,
    );
    refuseIf(this.#aliases > MAX_ALIASES, `have more than ${MAX_ALIASES} aliases`);
  }
}
