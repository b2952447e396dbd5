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

/** Maximum number of simultaneous operations on one socket. */
const MAX_OPERATIONS = 100;

/** The methods of a socket that the protocol calls. */
export interface SocketPeer {
  /** Takes the credentials of the client; throws if the key has reached the limit of sockets. */
  authenticate(firstMessage: Readonly<Record<string, unknown>> | undefined): Promise<void>;
  run(operation: SubscribePayload): Promise<OperationOutcome>;
  /** Closes the socket because the client made an error. */
  refuse(error: DomainError): void;
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
    onConnect: async ({ connectionParams, extra }) => {
      try {
        await extra.authenticate(connectionParams);
        return true;
      } catch (error) {
        if (!(error instanceof TooManyOpenError)) throw error;
        extra.refuse(error);
        return false;
      }
    },
    onSubscribe: (context, _id, operation) => begin(context, operation),
    execute: ({ contextValue }) => contextValue as OperationResult,
    // Results and errors are already formatted.
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

/** A placeholder for the library to execute: the operation itself has already been run. */
const anyDocument = parse("{ __typename }");
const nothing = new GraphQLSchema({
  query: new GraphQLObjectType({ name: "Query", fields: { nothing: { type: GraphQLString } } }),
});
