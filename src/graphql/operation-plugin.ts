import type {
  ApolloServerPlugin,
  GraphQLRequestContextDidEncounterErrors,
  GraphQLRequestContextDidResolveOperation,
  GraphQLRequestContextWillSendResponse,
} from "@apollo/server";
import type { Services } from "../services/services.js";
import { requireClient } from "./client-left.js";
import { refuseWhereThrown, setPlainJsonStatus } from "./errors/refusal.js";
import type { RequestContext } from "./request-context.js";
import { requireKey } from "./require-key.js";
import { OpenCount } from "./subscriptions/open-count.js";
import {
  explainRefusalByGet,
  openSubscription,
  requireTransport,
} from "./subscriptions/open-subscriptions.js";
import { failureIn } from "./errors/format-error.js";
import { TooCostlyError, InvalidInputError } from "../domain/errors/request-errors.js";
import { explainCost, operationCost } from "./limits/operation-cost.js";
import { OperationTurns } from "./operation-turns.js";
import type { OperationDefinitionNode } from "graphql";
import { entityTagOf, matchesEntityTag } from "../http/entity-tag.js";
import { type ResponseAge, notCacheable, responseAge } from "./caching/response-age.js";

/** Twice the size of the largest list of tracks, each an object with one value. */
const MAX_VALUES = 4000;

/** Ten times the maximum length of an artist or title. */
const MAX_TEXT_CHARACTERS = 2000;

/** Cost of operations with results of some 100 kB. */
const COSTLY = 500;

/** Maximum number of open subscriptions of each API key, over all its sockets and streams. */
const MAX_SUBSCRIPTIONS = 100;

/**
 * Does what the service adds to each operation: checks before it, subscriptions in its place, and records and headers
 * after it.
 *
 * It is one plugin, because Apollo Server waits for promises of each plugin at each of five steps.
 *
 * @param costLimit maximum cost of one operation, in the units of `limits/costs.ts`
 */
export function operationPlugin(
  services: Services,
  costLimit: number,
): ApolloServerPlugin<RequestContext> {
  const { failures, metrics } = services;
  const subscriptions = new OpenCount("subscriptions", MAX_SUBSCRIPTIONS);
  const setCacheHeaders = cacheHeaders();
  const turns = new OperationTurns();
  return {
    unexpectedErrorProcessingRequest({ error, requestContext: { contextValue } }) {
      const { requestId, signal } = contextValue;
      if (!signal().aborted) failures.record(error, { requestId });
      // Otherwise Apollo throws another error instead, without the stack and the request.
      return Promise.reject(error);
    },
    requestDidStart() {
      const startedAt = performance.now();
      return Promise.resolve({
        // A document that is new to the server is parsed, validated and run in turns of their own.
        async validationDidStart({ contextValue }) {
          await turns.next();
          requireClient(contextValue.signal());
        },
        async didResolveOperation(request) {
          await refuseWhereThrown(() => {
            try {
              limitOperation(costLimit, request);
              requireTransport(request);
            } finally {
              // A refusal of the caller is told before others, with the cost of the operation.
              requireKey(services, request);
            }
          });
          if (!isCostly(request)) return;
          await turns.next();
          requireClient(request.contextValue.signal());
        },
        responseForOperation: (request) => openSubscription(services, subscriptions, request),
        didEncounterErrors(request) {
          recordFailures(services, request);
          return Promise.resolve();
        },
        async willSendResponse(request) {
          const { operation, errors = [] } = request;
          addRequestId(request);
          // Names are not recorded, because clients choose them freely.
          metrics.recordOperation({
            type: operation?.operation ?? "none",
            isComplete: errors.length === 0,
            milliseconds: performance.now() - startedAt,
          });
          explainRefusalByGet(request);
          setPlainJsonStatus(request);
          setCacheHeaders(request);
          if (!isCostly(request)) return;
          await turns.next();
          writeNothingWhereLeft(request);
        },
      });
    },
  };
}

/**
 * Records each failure of an operation once, with its request id. Errors after the client has disconnected are not
 * recorded.
 */
function recordFailures(
  { failures }: Services,
  {
    errors,
    operationName,
    contextValue: { requestId, signal },
  }: GraphQLRequestContextDidEncounterErrors<RequestContext>,
): void {
  if (signal().aborted) return;
  for (const failure of errors.map(failureIn)) {
    if (failure !== undefined) failures.record(failure, { requestId, operationName });
  }
}

/** Returns whether an operation may be so large that it is begun, and its result written, in turns of their own. */
const isCostly = ({
  response: { http },
}: {
  readonly response: Pick<Request["response"], "http">;
}): boolean => Number(http.headers.get("overtone-operation-cost")) > COSTLY;

/** Drops a result whose client has left: to write and to compress a large one takes as long as to find it. */
function writeNothingWhereLeft({
  response: { body },
  contextValue: { signal },
}: GraphQLRequestContextWillSendResponse<RequestContext>): void {
  if (signal().aborted && body.kind === "single") body.singleResult = { data: null };
}

/** Adds the request id to the internal errors in a response. */
function addRequestId({
  response: { body },
  contextValue: { requestId },
}: GraphQLRequestContextWillSendResponse<RequestContext>): void {
  if (body.kind !== "single") return;
  const { singleResult } = body;
  const errors = singleResult.errors?.map((error) =>
    error.extensions?.["code"] === "INTERNAL"
      ? { ...error, extensions: { ...error.extensions, requestId } }
      : error,
  );
  if (errors) singleResult.errors = errors;
}

/**
 * Checks the limits of an operation, and sends its cost in `Overtone-Operation-Cost`.
 *
 * @throws {TooCostlyError} it costs more than the limit
 * @throws {InvalidInputError} its variables are too large
 */
function limitOperation(
  costLimit: number,
  {
    schema,
    document,
    operation,
    request,
    response,
  }: GraphQLRequestContextDidResolveOperation<RequestContext>,
): void {
  if (!operation) return;
  const variables = request.variables ?? {};
  limitVariables(variables);
  const priced = { schema, document, operation, variables };
  const cost = operationCost(priced);
  if (cost === undefined) return;
  if (cost > costLimit) {
    throw new TooCostlyError(cost, costLimit, explainCost(priced, costLimit));
  }
  response.http.headers.set("overtone-operation-cost", String(cost));
}

/**
 * Refuses variables that are larger than any operation needs, before they are parsed.
 *
 * @throws {InvalidInputError} more than 4 000 values, or a text of more than 2 000 characters
 */
function limitVariables(variables: Readonly<Record<string, unknown>>): void {
  const left: unknown[] = [variables];
  for (let count = 0; left.length > 0; count += 1) {
    if (count > MAX_VALUES || left.length > MAX_VALUES) {
      throw new InvalidInputError("variables", `must not contain more than ${MAX_VALUES} values`);
    }
    const value = left.pop();
    if (typeof value === "string" && value.length > MAX_TEXT_CHARACTERS) {
      const problem = `must not contain a text of more than ${MAX_TEXT_CHARACTERS} characters`;
      throw new InvalidInputError("variables", problem);
    }
    if (typeof value === "object" && value !== null) {
      for (const part of Object.values(value)) left.push(part);
    }
  }
}

/**
 * Creates the function that sets `Cache-Control` on a response. A cacheable response to a `GET` also has a strong
 * entity tag. Responses with errors must not be cached.
 *
 * Apollo's own plugin does the same, but doubles the time that a field takes to resolve.
 */
function cacheHeaders(): (request: Request) => void {
  const ages = new WeakMap<OperationDefinitionNode, ResponseAge>();
  return (request) => {
    const { headers } = request.response.http;
    if (headers.get("cache-control") !== undefined) return;
    const age = ageOf(request, ages);
    headers.set("cache-control", cacheControlFrom(age));
    headers.set("vary", "Accept, Authorization");
    if (age.seconds !== null && request.request.http?.method === "GET") setEntityTag(request);
  };
}

type Request = GraphQLRequestContextWillSendResponse<RequestContext>;

/** @param ages of the operations of earlier requests, whose documents the server keeps */
function ageOf(
  { schema, document, operation, errors, contextValue }: Request,
  ages: WeakMap<OperationDefinitionNode, ResponseAge>,
): ResponseAge {
  const isComplete = (errors?.length ?? 0) === 0;
  if (!document || !operation || !isComplete || !contextValue.caching.isAllowed) {
    return notCacheable;
  }
  const age = ages.get(operation) ?? responseAge(schema, document, operation);
  ages.set(operation, age);
  return age;
}

function cacheControlFrom({ seconds, isPublic }: ResponseAge): string {
  if (seconds === null) return "no-store";
  const age = seconds === 0 ? "no-cache" : `max-age=${seconds}`;
  return `${isPublic ? "public" : "private"}, ${age}`;
}

/** Sets the entity tag, and the status 304 for a client that already has this response. */
function setEntityTag({ request, response, contextValue }: Request): void {
  const { body, http } = response;
  const result = JSON.stringify(body.kind === "single" ? body.singleResult : null);
  // The same result is other bytes in another format, which must have another tag.
  const entityTag = entityTagOf(`${contextValue.wantsPlainJson() ? "plain" : "graphql"}${result}`);
  http.headers.set("etag", entityTag);
  const ifNoneMatch = request.http?.headers.get("if-none-match");
  if (matchesEntityTag(ifNoneMatch, entityTag)) http.status = 304;
}
