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
import { makeServer, type OperationResult, type Server, type SubscribePayload } from "graphql-ws";
import { TooManyOpenError } from "../../domain/errors/access-errors.js";
import { formattedRefusal } from "../errors/refusal.js";
import type { Results } from "../results.js";

/** Maximum number of simultaneous operations on one socket. */
const MAX_OPERATIONS = 100;

/** The outcome of an operation: its only result, or its results. */
export type Outcome = FormattedExecutionResult | Results;

/** The payload of the first message of a socket. */
export type FirstMessage = Readonly<Record<string, unknown>> | undefined;

/** The methods of a socket that the protocol calls. */
export interface SocketPeer {
  /** Takes the credentials of the client; returns whether it may have another socket. */
  authenticate(firstMessage: FirstMessage): Promise<boolean>;
  run(operation: SubscribePayload): Promise<Outcome>;
}

/**
 * Creates the server side of GraphQL over WebSocket, the subprotocol `graphql-transport-ws`, for
 * peers that run operations themselves.
 *
 * Source: Enisdenjo, "GraphQL over WebSocket Protocol", graphql-ws.
 *
 * @param initMilliseconds maximum time until the client's `connection_init` message
 */
export function socketProtocol(initMilliseconds: number): Server<SocketPeer> {
  return makeServer<Record<string, unknown>, SocketPeer>({
    connectionInitWaitTimeout: initMilliseconds,
    onConnect: ({ connectionParams, extra }) => extra.authenticate(connectionParams),
    onSubscribe: async ({ extra, subscriptions }, _id, operation) => {
      if (Object.keys(subscriptions).length > MAX_OPERATIONS) return [tooManyOperations()];
      const outcome = await extra.run(operation);
      if ("errors" in outcome && outcome.data === undefined) {
        return (outcome.errors ?? []).map((error) => new FormattedError(error));
      }
      return alreadyRun(outcome);
    },
    execute: ({ contextValue }) => contextValue as OperationResult,
    // Results are already formatted.
    onNext: (_context, _id, _operation, _args, result) => result as FormattedExecutionResult,
  });
}

function tooManyOperations(): GraphQLError {
  return new FormattedError(
    formattedRefusal(new TooManyOpenError("operations on a socket", MAX_OPERATIONS)),
  );
}

/** A formatted error, in the class that the library requires. */
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

/** Returns a placeholder for the library to execute: the operation itself has already been run. */
function alreadyRun(outcome: Outcome): ExecutionArgs {
  return { schema: nothing, document: anyDocument, contextValue: outcome };
}

const anyDocument = parse("{ __typename }");
const nothing = new GraphQLSchema({
  query: new GraphQLObjectType({ name: "Query", fields: { nothing: { type: GraphQLString } } }),
});
