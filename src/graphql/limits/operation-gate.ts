import {
  getOperationAST,
  GraphQLError,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type GraphQLSchema,
  type ValidationRule,
} from "graphql";
import { DomainError, InvalidInputError } from "../../domain/errors.js";
import { limitOperation } from "./limit-operations.js";
import { mostCharacters, parseLimits, queryLimits } from "./query-limits.js";

/** An operation as a client asks for it, by whatever way it came. Nothing of it is checked yet. */
export interface AskedOperation {
  readonly query?: unknown;
  readonly operationName?: unknown;
  readonly variables?: unknown;
}

/** A document that may be executed as it is, or why it may not. */
export type Admission =
  { readonly document: DocumentNode } | { readonly errors: readonly GraphQLError[] };

/** What the operator decides. */
export interface GateOptions {
  readonly introspection: boolean;
  readonly costLimit: number;
}

/**
 * Holds operations that do not come through the GraphQL server, such as those of a socket, to the
 * same limits: text, tokens, depth, aliases, fields, directives, variables and cost. Whether the key
 * may ask is another question.
 */
export class OperationGate {
  readonly #schema: GraphQLSchema;
  readonly #rules: readonly ValidationRule[];
  readonly #costLimit: number;

  /** @param needs.rules more that every document must keep to */
  constructor(needs: {
    readonly schema: GraphQLSchema;
    readonly options: GateOptions;
    readonly rules?: readonly ValidationRule[];
  }) {
    const { schema, options, rules = [] } = needs;
    this.#schema = schema;
    this.#costLimit = options.costLimit;
    this.#rules = [
      ...specifiedRules,
      ...rules,
      queryLimits,
      ...(options.introspection ? [] : [NoSchemaIntrospectionCustomRule]),
    ];
  }

  /** Admits an operation, or says why not; to be shown to the client by way of `formatError`. */
  admit(asked: AskedOperation): Admission {
    try {
      const document = this.#read(asked.query);
      const errors = validate(this.#schema, document, this.#rules);
      if (errors.length > 0) return { errors: errors.map(invalid) };
      this.#limit(document, asked);
      return { document };
    } catch (error) {
      if (error instanceof GraphQLError) return { errors: [error] };
      if (error instanceof DomainError) return { errors: [refusal(error)] };
      throw error;
    }
  }

  /** @throws {InvalidInputError | GraphQLError} there is no document, or it cannot be read */
  #read(query: unknown): DocumentNode {
    if (typeof query !== "string") throw new InvalidInputError("query", "is missing");
    if (query.length > mostCharacters) {
      throw new InvalidInputError("query", `must not have more than ${mostCharacters} characters`);
    }
    try {
      return parse(query, parseLimits);
    } catch (error) {
      throw error instanceof GraphQLError ? coded(error, "GRAPHQL_PARSE_FAILED") : error;
    }
  }

  #limit(document: DocumentNode, { operationName, variables }: AskedOperation): void {
    const name = typeof operationName === "string" ? operationName : undefined;
    const operation = getOperationAST(document, name);
    if (!operation) throw new InvalidInputError("operationName", "names no operation");
    limitOperation({
      schema: this.#schema,
      document,
      operation,
      variables: parseVariables(variables),
      costLimit: this.#costLimit,
    });
  }
}

function parseVariables(variables: unknown): Readonly<Record<string, unknown>> {
  const given = variables ?? {};
  if (typeof given === "object" && !Array.isArray(given)) {
    return given as Readonly<Record<string, unknown>>;
  }
  throw new InvalidInputError("variables", "must be an object");
}

function invalid(error: GraphQLError): GraphQLError {
  return error.originalError instanceof DomainError
    ? error
    : coded(error, "GRAPHQL_VALIDATION_FAILED");
}

function coded(error: GraphQLError, code: string): GraphQLError {
  const { nodes = null, source = null, positions = null, extensions } = error;
  return new GraphQLError(error.message, {
    nodes,
    source,
    positions,
    extensions: { ...extensions, code },
  });
}

function refusal(error: DomainError): GraphQLError {
  return new GraphQLError(error.message, { originalError: error });
}
