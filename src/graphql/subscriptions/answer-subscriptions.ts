import { HeaderMap, type ApolloServerPlugin, type GraphQLRequestContext } from "@apollo/server";
import {
  createSourceEventStream,
  execute,
  GraphQLError,
  OperationTypeNode,
  type ExecutionArgs,
  type ExecutionResult,
  type FormattedExecutionResult,
  type OperationDefinitionNode,
} from "graphql";
import {
  InvalidInputError,
  MethodNotAllowedError,
  UnauthenticatedError,
} from "../../domain/errors.js";
import type { Services } from "../../services/services.js";
import { createLoaders } from "../loaders.js";
import type { RequestContext } from "../request-context.js";
import type { OpenCount } from "./open-count.js";
import { presentErrors } from "./present-errors.js";
import { ResultStream } from "./result-stream.js";

/**
 * Opens subscriptions where the server would execute them: after all that it asks of an operation,
 * so that they are held to the same limits. Their results are left with the transport.
 */
export function answerSubscriptions(
  services: Services,
  subscriptions: OpenCount,
): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        // Apollo takes a hook's throwing for the request's failure, and waits for nothing.
        // eslint-disable-next-line @typescript-eslint/require-await
        async didResolveOperation({ operation, contextValue: { transport } }) {
          if (isSubscription(operation) && !transport) throw notHere();
          const isMutation = operation?.operation === OperationTypeNode.MUTATION;
          if (isMutation && transport?.isSafe) throw notByGet();
        },
        async responseForOperation(request) {
          const { transport } = request.contextValue;
          if (!isSubscription(request.operation) || !transport) return null;
          const opened = await open(argumentsOf(request), services, subscriptions);
          if (opened instanceof ResultStream) transport.results = opened;
          const singleResult = opened instanceof ResultStream ? { data: null } : opened;
          return {
            http: { headers: new HeaderMap() },
            body: { kind: "single", singleResult },
          };
        },
      }),
  };
}

/** @param operation absent where the document has none of the name asked for, whatever Apollo's type says */
function isSubscription(operation: OperationDefinitionNode | undefined): boolean {
  return operation?.operation === OperationTypeNode.SUBSCRIPTION;
}

type Arguments = ExecutionArgs & { readonly contextValue: RequestContext };

function argumentsOf({
  schema,
  document,
  request,
  contextValue,
}: GraphQLRequestContext<RequestContext>): Arguments {
  if (document === undefined) throw new Error("Apollo resolved an operation without a document.");
  const { variables, operationName } = request;
  return { schema, document, contextValue, variableValues: variables, operationName };
}

async function open(
  args: Arguments,
  services: Services,
  count: OpenCount,
): Promise<ResultStream<unknown> | FormattedExecutionResult> {
  const { contextValue } = args;
  const present = ({ data, errors }: ExecutionResult): FormattedExecutionResult => ({
    ...(data !== undefined && { data }),
    ...(errors && { errors: presentErrors(errors, services, contextValue) }),
  });
  const failed = (error: unknown): FormattedExecutionResult =>
    present({ errors: [errorFrom(error)] });
  try {
    const close = count.open(nameOf(contextValue));
    const source = await createSourceEventStream(args).catch((error: unknown) => {
      close();
      throw error;
    });
    if (!(Symbol.asyncIterator in source)) {
      close();
      return present(source);
    }
    const resultOf = async (rootValue: unknown): Promise<FormattedExecutionResult> => {
      await requireGoodKey(contextValue, services);
      const renewed = renewedFrom(contextValue, services);
      return present(await execute({ ...args, rootValue, contextValue: renewed }));
    };
    return new ResultStream({ source, resultOf, resultOfFailure: failed, onEnd: close });
  } catch (error) {
    return failed(error);
  }
}

/** @throws {UnauthenticatedError} the key has ended since the subscription was opened */
async function requireGoodKey(context: RequestContext, { access }: Services): Promise<void> {
  if (await access.isGood(nameOf(context))) return;
  throw new UnauthenticatedError("This API key was revoked or has expired.");
}

/** What was read for one event must not be shown for the next. */
function renewedFrom(context: RequestContext, services: Services): RequestContext {
  return { ...context, loaders: createLoaders(services), computing: new Set() };
}

/** The public part of the key. Whoever has none is not let this far. */
function nameOf({ identity }: RequestContext): string {
  return "apiKey" in identity ? identity.apiKey.lookup : "";
}

function errorFrom(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  const originalError = error instanceof Error ? error : new Error(String(error));
  return new GraphQLError(originalError.message, { originalError });
}

const notHere = (): GraphQLError => {
  const originalError = new InvalidInputError(
    "query",
    "is a subscription, which is answered over WebSocket, or as server-sent events at /graphql/stream",
  );
  return new GraphQLError(originalError.message, {
    originalError,
    extensions: { http: { status: 400, headers: new HeaderMap() } },
  });
};

const notByGet = (): GraphQLError => {
  const originalError = new MethodNotAllowedError("GET with a mutation", "POST");
  const headers = new HeaderMap([["allow", "POST"]]);
  return new GraphQLError(originalError.message, {
    originalError,
    extensions: { http: { status: 405, headers } },
  });
};
