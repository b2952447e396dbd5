import {
  GraphQLError,
  Kind,
  TokenKind,
  type DocumentNode,
  type ParseOptions,
  type ValidationRule,
} from "graphql";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { SelectionSizes, type SelectionSize } from "./selection-size.js";
import { maxRepeats } from "./selection-repeats.js";

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
    const problem = firstProblemOf(document);
    if (problem === undefined) return undefined;
    const originalError = new InvalidInputError("query", problem);
    const [nodes = null] = document.definitions;
    context.reportError(new GraphQLError(originalError.message, { nodes, originalError }));
    // A visitor that removes a node ends the traversal below it, for all rules.
    return null;
  },
});

function firstProblemOf(document: DocumentNode): string | undefined {
  return problemOfTokens(document) ?? problemOfSelections(document);
}

function problemOfTokens({ definitions, loc }: DocumentNode): string | undefined {
  if ((loc?.source.body.length ?? 0) > MAX_CHARACTERS) {
    return mustNot("have", MAX_CHARACTERS, "characters");
  }
  const fragments = definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  if (fragments.length > MAX_FRAGMENTS) return mustNot("have", MAX_FRAGMENTS, "fragments");
  let directives = 0;
  for (let token = loc?.startToken ?? null; token !== null; token = token.next) {
    if (token.kind === TokenKind.AT) directives += 1;
    const isText = token.kind === TokenKind.STRING || token.kind === TokenKind.BLOCK_STRING;
    if (isText && token.value.length > MAX_LITERAL_CHARACTERS) {
      return mustNot("have a text of", MAX_LITERAL_CHARACTERS, "characters");
    }
  }
  return directives > MAX_DIRECTIVES ? mustNot("have", MAX_DIRECTIVES, "directives") : undefined;
}

function problemOfSelections(document: DocumentNode): string | undefined {
  const sizes = new SelectionSizes(document);
  for (const definition of document.definitions) {
    const isOperation = definition.kind === Kind.OPERATION_DEFINITION;
    if (!isOperation && definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
    const { selections } = definition.selectionSet;
    const problem = problemOfSize(sizes.of(selections), isOperation);
    if (problem !== undefined) return problem;
    if (sizes.isCyclic) return "must not have a fragment within itself";
    if (maxRepeats(selections, document) > MAX_REPEATS) {
      return mustNot("select one field", MAX_REPEATS, "times in one selection set");
    }
  }
  return undefined;
}

/**
 * Returns the limit that a selection exceeds. The depth is checked for operations only, fragments
 * included.
 */
function problemOfSize(size: SelectionSize, isOperation: boolean): string | undefined {
  const { levels, aliases, firstAliases, introspectionAliases, fields } = size;
  if (isOperation && levels > MAX_DEPTH) {
    return `must not be nested deeper than ${MAX_DEPTH} levels`;
  }
  if (isOperation && firstAliases > MAX_ROOT_ALIASES) {
    return mustNot("have", MAX_ROOT_ALIASES, "aliases on its first level");
  }
  if (introspectionAliases > MAX_INTROSPECTION_ALIASES) {
    return mustNot("have", MAX_INTROSPECTION_ALIASES, "aliases below __schema and __type");
  }
  if (aliases > MAX_ALIASES) return mustNot("have", MAX_ALIASES, "aliases");
  return fields > MAX_FIELDS ? mustNot("select", MAX_FIELDS, "fields") : undefined;
}

function mustNot(verb: string, max: number, what: string): string {
  return `must not ${verb} more than ${max} ${what}`;
}
