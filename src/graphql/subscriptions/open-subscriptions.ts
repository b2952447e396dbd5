import {
  HeaderMap,
  type GraphQLRequestContext,
  type GraphQLRequestContextWillSendResponse,
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
import { SessionRefusedError, UnauthenticatedError } from "../../domain/errors/access-errors.js";
import { asError } from "../../domain/errors/as-error.js";
import { DomainError } from "../../domain/errors/domain-error.js";
import { InvalidInputError, MethodNotAllowedError } from "../../domain/errors/request-errors.js";
import type { KeyHolder } from "../../services/access/access-service.js";
import type { Services } from "../../services/services.js";
import { createLoaders } from "../loaders.js";
import { failureIn, formatError } from "../errors/format-error.js";
import { formattedRefusal, refusalFrom, refusalHeadOf } from "../errors/refusal.js";
import type { RequestContext } from "../request-context.js";
import type { OpenCount } from "./open-count.js";
import { ResultStream } from "./result-stream.js";

/**
 * Refuses operations that their transport cannot carry: subscriptions over plain HTTP, and mutations by GET.
 *
 * @throws {GraphQLError} the refusal
 */
export function requireTransport({
  operation,
  contextValue: { transport },
}: GraphQLRequestContext<RequestContext>): void {
  if (isSubscription(operation) && !transport) throw refusalFrom(subscriptionOverHttp());
  const isMutation = operation?.operation === OperationTypeNode.MUTATION;
  if (isMutation && transport?.isSafe) throw refusalFrom(mutationByGet());
}

/**
 * Opens a subscription in place of the server's execution, after all checks of the operation, so
 * that the same limits apply. Its results are passed to the transport.
 *
 * @returns the response; `null` where the operation is another, which the server executes
 */
export async function openSubscription(
  services: Services,
  subscriptions: OpenCount,
  request: GraphQLRequestContext<RequestContext>,
): Promise<GraphQLResponse | null> {
  const { transport } = request.contextValue;
  if (!isSubscription(request.operation) || !transport) return null;
  const opened = await open(argumentsOf(request), services, subscriptions);
  if (!(opened instanceof ResultStream)) return responseOf(opened);
  transport.results = opened;
  return responseOf({ singleResult: { data: null } });
}

/**
 * @param operation absent where the document has none of the requested name, against Apollo's type
 */
function isSubscription(operation: OperationDefinitionNode | undefined): boolean {
  return operation?.operation === OperationTypeNode.SUBSCRIPTION;
}

/** The response to a subscription that was not opened. */
interface Unopened {
  readonly singleResult: FormattedExecutionResult;
  /** The HTTP status and headers; the defaults when absent. */
  readonly http?: HTTPGraphQLHead;
}

function responseOf({ singleResult, http = { headers: new HeaderMap() } }: Unopened) {
  return { http, body: { kind: "single", singleResult } } satisfies GraphQLResponse;
}

/**
 * Replaces Apollo's message for mutations and subscriptions by GET, which it refuses before any
 * plugin.
 */
export function explainRefusalByGet({
  request: { http },
  operation,
  response,
}: GraphQLRequestContextWillSendResponse<RequestContext>): void {
  if (http?.method !== "GET" || !operation) return;
  if (operation.operation === OperationTypeNode.QUERY) return;
  const refusal =
    operation.operation === OperationTypeNode.SUBSCRIPTION
      ? subscriptionOverHttp()
      : mutationByGet();
  const { status, headers } = refusalHeadOf(refusal);
  response.http.headers.delete("allow");
  for (const [name, value] of headers) response.http.headers.set(name, value);
  response.http.status = status;
  response.body = { kind: "single", singleResult: { errors: [formattedRefusal(refusal)] } };
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
  const failed = (error: unknown): FormattedExecutionResult =>
    present({ errors: [errorFrom(error)] }, services, contextValue);
  let close = (): void => undefined;
  try {
    const holder = holderOf(contextValue);
    close = count.open(holder.apiKey.lookup);
    const source = await createSourceEventStream(args);
    if (!(Symbol.asyncIterator in source)) {
      close();
      return { singleResult: present(source, services, contextValue) };
    }
    const resultOf = async (rootValue: unknown): Promise<FormattedExecutionResult> => {
      if (!(await services.sessions.isGood(holder))) throw endOf(holder);
      const renewed = renewedFrom(contextValue, services);
      const result = await execute({ ...args, rootValue, contextValue: renewed });
      return present(result, services, contextValue);
    };
    const onEnd = (): void => {
      unwatch();
      close();
    };
    const results = new ResultStream({ source, resultOf, resultOfFailure: failed, onEnd });
    const unwatch = services.sessions.watch(holder, () => results.fail(endOf(holder)));
    return results;
  } catch (error) {
    close();
    const http = error instanceof DomainError ? refusalHeadOf(error) : undefined;
    return { singleResult: failed(error), ...(http && { http }) };
  }
}

/**
 * Formats a result after the response has begun, as the server formats earlier ones: its errors are
 * mapped, masked and recorded once, internal errors with their request id.
 */
function present(
  { data, errors }: ExecutionResult,
  { failures }: Services,
  { requestId, signal }: RequestContext,
): FormattedExecutionResult {
  const formatted = errors?.map((error) => {
    const failure = failureIn(error);
    if (failure !== undefined && !signal().aborted) failures.record(failure, { requestId });
    // The code that the server gives to errors without one before it formats them.
    const extensions = { code: "INTERNAL_SERVER_ERROR", ...error.extensions };
    const presented = formatError({ ...error.toJSON(), extensions }, error);
    const isInternal = presented.extensions?.["code"] === "INTERNAL";
    return isInternal ? { ...presented, extensions: { code: "INTERNAL", requestId } } : presented;
  });
  return { ...(data !== undefined && { data }), ...(formatted && { errors: formatted }) };
}

const endOf = ({ session }: KeyHolder): DomainError =>
  session
    ? new SessionRefusedError("This session, or its API key, was revoked or has expired.")
    : new UnauthenticatedError("This API key was revoked or has expired.");

/** Returns the context with new loaders: data read for one event must not be used for the next. */
function renewedFrom(context: RequestContext, services: Services): RequestContext {
  const loaders = createLoaders(services, context.identity, context.signal);
  return { ...context, loaders, computing: new Set() };
}

/** Returns the caller, who has a key or a session: others are refused before. */
function holderOf({ identity }: RequestContext): KeyHolder {
  if ("refusal" in identity) throw identity.refusal;
  return identity;
}

function errorFrom(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  const originalError = asError(error);
  return new GraphQLError(originalError.message, { originalError });
}

const subscriptionOverHttp = (): DomainError =>
  new InvalidInputError(
    "query",
    "is a subscription. Send it over WebSocket, or with the header Accept: text/event-stream",
  );

const mutationByGet = (): DomainError => new MethodNotAllowedError("GET with a mutation", "POST");
