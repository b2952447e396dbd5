import {
  GraphQLError,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  parse,
  type ExecutionArgs,
  type FormattedExecutionResult,
  type GraphQLFormattedError,
} from "graphql";
import {
  makeServer,
  type Context,
  type OperationResult,
  type Server,
  type SubscribePayload,
} from "graphql-ws";
import { TooManyOpenError } from "../../domain/errors/access-errors.js";
import type { DomainError } from "../../domain/errors/domain-error.js";
import type { OperationOutcome } from "./operation-runner.js";

/** More operations than this at once on one socket are no client of ours. */
const MAX_OPERATIONS = 100;

/** What a socket is, to the protocol spoken over it. */
export interface SocketPeer {
  /** Takes what the client shows of itself; throws where there may be no further socket. */
  introduce(firstMessage: Readonly<Record<string, unknown>> | undefined): Promise<void>;
  run(operation: SubscribePayload): Promise<OperationOutcome>;
  /** Ends the socket because of what the client did. */
  refuse(error: DomainError): void;
}

/**
 * GraphQL over WebSocket: the subprotocol `graphql-transport-ws`, spoken with peers that run
 * operations by themselves.
 *
 * Source: Enisdenjo, "GraphQL over WebSocket Protocol", graphql-ws.
 *
 * @param introductionMilliseconds how long a client may take to introduce itself
 */
export function socketProtocol(introductionMilliseconds: number): Server<SocketPeer> {
  return makeServer<Record<string, unknown>, SocketPeer>({
    connectionInitWaitTimeout: introductionMilliseconds,
    onConnect: async ({ connectionParams, extra }) => {
      try {
        await extra.introduce(connectionParams);
        return true;
      } catch (error) {
        if (!(error instanceof TooManyOpenError)) throw error;
        extra.refuse(error);
        return false;
      }
    },
    onSubscribe: (context, _id, operation) => begin(context, operation),
    execute: ({ contextValue }) => contextValue as OperationResult,
    // Results and errors are formatted already.
    onNext: (_context, _id, _operation, _args, result) => result as FormattedExecutionResult,
    onError: (_context, _id, _operation, errors) => errors.map((error) => error.toJSON()),
  });
}

async function begin(
  { extra, subscriptions }: Context<Record<string, unknown>, SocketPeer>,
  operation: SubscribePayload,
): Promise<ExecutionArgs | readonly GraphQLError[]> {
  if (Object.keys(subscriptions).length > MAX_OPERATIONS) {
    const { message, code, facts } = new TooManyOpenError("operations on a socket", MAX_OPERATIONS);
    return [new FormattedError({ message, extensions: { ...facts, code } })];
  }
  const outcome = await extra.run(operation);
  if (outcome.kind === "refused") return outcome.errors.map((error) => new FormattedError(error));
  const contextValue = outcome.kind === "streaming" ? outcome.results : outcome.result;
  return { schema: nothing, document: anyDocument, contextValue };
}

/** An error as a client sees it, in the class that the library wants. */
class FormattedError extends GraphQLError {
  readonly #formatted: GraphQLFormattedError;

  constructor(formatted: GraphQLFormattedError) {
    super(formatted.message);
    this.#formatted = formatted;
  }

  override toJSON(): GraphQLFormattedError {
    return this.#formatted;
  }
}

/** What the library executes in place of the operation, which has been run when it gets there. */
const anyDocument = parse("{ __typename }");
const nothing = new GraphQLSchema({
  query: new GraphQLObjectType({ name: "Query", fields: { nothing: { type: GraphQLString } } }),
});
