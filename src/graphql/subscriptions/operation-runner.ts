import type { ApolloServer, GraphQLRequest, HTTPGraphQLHead } from "@apollo/server";
import type { FormattedExecutionResult, GraphQLFormattedError } from "graphql";
import type { RequestContext, ResultTransport } from "../request-context.js";
import type { Results } from "./result-stream.js";

/** An operation as a client sends it. */
export type SentOperation = Pick<
  GraphQLRequest,
  "query" | "operationName" | "variables" | "extensions"
>;

/** The outcome of an operation: the reason why it was not run, its only result, or its results. */
export type OperationOutcome =
  | {
      readonly kind: "refused";
      readonly errors: readonly GraphQLFormattedError[];
      /** The HTTP status and headers. */
      readonly http: HTTPGraphQLHead;
    }
  | { readonly kind: "answered"; readonly result: FormattedExecutionResult }
  | { readonly kind: "streaming"; readonly results: Results };

/**
 * Runs operations of any type for transports of many results. They are run by the same server as
 * operations over plain HTTP, with the same checks.
 */
export class OperationRunner {
  readonly #apollo: ApolloServer<RequestContext>;

  constructor(apollo: ApolloServer<RequestContext>) {
    this.#apollo = apollo;
  }

  /**
   * Runs one operation up to its first result.
   *
   * @param options.isSafe whether it must not change anything
   */
  async run(
    operation: SentOperation,
    context: RequestContext,
    { isSafe = false }: { readonly isSafe?: boolean } = {},
  ): Promise<OperationOutcome> {
    const transport: ResultTransport = { isSafe };
    const contextValue = { ...context, transport };
    const { body, http } = await this.#apollo.executeOperation(operation, { contextValue });
    if (transport.results) return { kind: "streaming", results: transport.results };
    if (body.kind !== "single") throw new Error("The schema has no @defer.");
    const { data, errors } = body.singleResult;
    return data === undefined && errors
      ? { kind: "refused", errors, http }
      : { kind: "answered", result: body.singleResult };
  }
}
