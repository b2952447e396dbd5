import type { Response } from "express";
import type { WorkBudget } from "../domain/work-budget.js";
import type { TrackRef } from "../domain/track/track-ref.js";
import { clientSignal } from "../http/client-signal.js";
import { requestAnswerOf } from "../http/request-budget.js";
import type { RequestLocals } from "../http/request-locals.js";
import type { Identity } from "../services/access/access-service.js";
import type { RequestAnswer } from "../services/access/processor-budgets.js";
import type { Services } from "../services/services.js";
import { createLoaders, type Loaders } from "./loaders.js";
import type { Results } from "./results.js";

/** The request data that is known before the request reaches the GraphQL API. */
export interface Caller extends RequestLocals {
  readonly identity: Identity;
}

/** The request data that every resolver receives. */
export interface RequestContext extends Pick<Caller, "identity" | "requestId" | "baseUrl"> {
  /** What the resolvers call. */
  readonly services: Services;
  /** Returns a signal that aborts when the client disconnects before it has the response. */
  readonly signal: () => AbortSignal;
  /** Returns the budget of the caller for this request. */
  readonly budget: () => WorkBudget;
  /** Returns whether the response will be `application/json`, not `application/graphql-response+json`. */
  readonly wantsPlainJson: () => boolean;
  readonly loaders: Loaders;
  /** The tracks whose analysis this request has started. */
  readonly computing: Set<TrackRef>;
  /** Whether the response may be cached: not where a part of it will change soon. */
  readonly caching: { isAllowed: boolean };
  /** The transport of many results; absent for plain HTTP, which has only one. */
  readonly transport?: ResultTransport;
}

/** A transport that can send many results of one operation. */
export interface ResultTransport {
  /** Whether the operation must not change anything, because the request is a GET. */
  readonly isSafe: boolean;
  /** The results of a subscription, set when it is open. */
  results?: Results;
}

/** Creates the context of one HTTP request, whose caller is in `response.locals`. */
export function requestContextFrom(services: Services, response: Response): RequestContext {
  let signal: AbortSignal | undefined;
  return createRequestContext(services, {
    answer: requestAnswerOf(response),
    caller: response.locals as Caller,
    // Some operations, such as a key of names, read nothing that could be aborted.
    signal: () => (signal ??= clientSignal(response)),
    wantsPlainJson: () => jsonTypeOf(response) === PLAIN_JSON,
  });
}

/** Returns the media type of JSON that a client accepts rather. */
export function jsonTypeOf({ req }: Response): string {
  const ofGraphql = "application/graphql-response+json";
  return req.accepts(PLAIN_JSON, ofGraphql) || ofGraphql;
}

/** The media type of JSON of any kind. */
export const PLAIN_JSON = "application/json";

/** What the context of an operation is made of. */
interface ContextNeeds
  extends Pick<RequestContext, "signal">, Partial<Pick<RequestContext, "wantsPlainJson">> {
  readonly caller: Caller;
  readonly answer?: RequestAnswer;
}

/**
 * Creates the context of one operation.
 *
 * @param needs.answer is charged to the budget; absent where results are sent one by one
 */
export function createRequestContext(
  services: Services,
  {
    caller: { identity, requestId, baseUrl },
    signal,
    answer,
    wantsPlainJson = () => true,
  }: ContextNeeds,
): RequestContext {
  let budget: WorkBudget | undefined;
  return {
    // One by one: copies of `response.locals` take 20 microseconds.
    identity,
    requestId,
    baseUrl,
    services,
    signal,
    budget: () => (budget ??= services.processorBudgets.budgetOf(identity, signal(), answer)),
    wantsPlainJson,
    loaders: createLoaders(services, identity, signal),
    computing: new Set(),
    caching: { isAllowed: true },
  };
}
