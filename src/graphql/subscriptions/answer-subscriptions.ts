import {
  HeaderMap,
  type ApolloServerPlugin,
  type GraphQLRequestContext,
  type GraphQLResponse,
  type HTTPGraphQLHead,
} from "@apollo/server";
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
import { UnauthenticatedError } from "../../domain/errors/access-errors.js";
import { DomainError } from "../../domain/errors/domain-error.js";
import { InvalidInputError, MethodNotAllowedError } from "../../domain/errors/request-errors.js";
import type { Services } from "../../services/services.js";
import { createLoaders } from "../loaders.js";
import { refusalFrom, refusalHeadOf } from "../errors/refusal.js";
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
          if (isSubscription(operation) && !transport) throw refusalFrom(notHere());
          const isMutation = operation?.operation === OperationTypeNode.MUTATION;
          if (isMutation && transport?.isSafe) throw refusalFrom(notByGet());
        },
        async responseForOperation(request) {
          const { transport } = request.contextValue;
          if (!isSubscription(request.operation) || !transport) return null;
          const opened = await open(argumentsOf(request), services, subscriptions);
          if (!(opened instanceof ResultStream)) return responseOf(opened);
          transport.results = opened;
          return responseOf({ singleResult: { data: null } });
        },
        willSendResponse({ request: { http }, operation, response }) {
          if (http?.method === "GET" && operation) refuseByGet(operation, response);
          return Promise.resolve();
        },
      }),
  };
}

/** @param operation absent where the document has none of the name asked for, whatever Apollo's type says */
function isSubscription(operation: OperationDefinitionNode | undefined): boolean {
  return operation?.operation === OperationTypeNode.SUBSCRIPTION;
}

/** What comes of a subscription that was not opened. */
interface Unopened {
  readonly singleResult: FormattedExecutionResult;
  /** What HTTP says of it; nothing of its own when absent. */
  readonly http?: HTTPGraphQLHead;
}

function responseOf({ singleResult, http = { headers: new HeaderMap() } }: Unopened) {
  return { http, body: { kind: "single", singleResult } } satisfies GraphQLResponse;
}

/** Apollo lets nothing but queries in by GET, before it asks any plugin, and in words of its own. */
function refuseByGet({ operation }: OperationDefinitionNode, response: GraphQLResponse): void {
  if (operation === OperationTypeNode.QUERY) return;
  const refusal = operation === OperationTypeNode.SUBSCRIPTION ? notHere() : notByGet();
  const { status, headers } = refusalHeadOf(refusal);
  response.http.headers.delete("allow");
  for (const [name, value] of headers) response.http.headers.set(name, value);
  response.http.status = status;
  const { message, code, facts } = refusal;
  const errors = [{ message, extensions: { ...facts, code } }];
  response.body = { kind: "single", singleResult: { errors } };
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
): Promise<ResultStream<unknown> | Unopened> {
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
      return { singleResult: present(source) };
    }
    const resultOf = async (rootValue: unknown): Promise<FormattedExecutionResult> => {
      await requireGoodKey(contextValue, services);
      const renewed = renewedFrom(contextValue, services);
      return present(await execute({ ...args, rootValue, contextValue: renewed }));
    };
    const onEnd = (): void => {
      unwatch();
      close();
    };
    const results = new ResultStream({ source, resultOf, resultOfFailure: failed, onEnd });
    const unwatch = services.access.watch(nameOf(contextValue), () => results.fail(keyEnded()));
    return results;
  } catch (error) {
    const singleResult = failed(error);
    return error instanceof DomainError
      ? { singleResult, http: refusalHeadOf(error) }
      : { singleResult };
  }
}

/** @throws {UnauthenticatedError} the key has ended since the subscription was opened */
async function requireGoodKey(context: RequestContext, { access }: Services): Promise<void> {
  if (await access.isGood(nameOf(context))) return;
  throw keyEnded();
}

const keyEnded = (): DomainError =>
  new UnauthenticatedError("This API key was revoked or has expired.");

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

const notHere = (): DomainError =>
  new InvalidInputError(
    "query",
    "is a subscription, which is answered over WebSocket, or as server-sent events at /graphql/stream",
  );

const notByGet = (): DomainError => new MethodNotAllowedError("GET with a mutation", "POST");
