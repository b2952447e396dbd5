import type { ApolloServer, GraphQLRequest, HTTPGraphQLHead } from "@apollo/server";
import type { FormattedExecutionResult, GraphQLFormattedError } from "graphql";
import type { RequestContext, ResultTransport } from "../request-context.js";
import type { Results } from "./result-stream.js";

/** An operation as a client sends it. */
export type SentOperation = Pick<
  GraphQLRequest,
  "query" | "operationName" | "variables" | "extensions"
>;

/** What comes of an operation: why it was not run, its one result, or its results. */
export type OperationOutcome =
  | {
      readonly kind: "refused";
      readonly errors: readonly GraphQLFormattedError[];
      /** What HTTP says of it. */
      readonly http: HTTPGraphQLHead;
    }
  | { readonly kind: "answered"; readonly result: FormattedExecutionResult }
  | { readonly kind: "streaming"; readonly results: Results };

/**
 * Runs operations of any type for transports that take many results. They pass through the same
 * server as those over plain HTTP, and are held to the same rules.
 */
export class OperationRunner {
  readonly #apollo: ApolloServer<RequestContext>;

  constructor(apollo: ApolloServer<RequestContext>) {
    this.#apollo = apollo;
  }

  /**
   * Runs one operation as far as its first result.
   *
   * @param options.isSafe whether it must change nothing
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
