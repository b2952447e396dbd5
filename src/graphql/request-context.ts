import type { Response } from "express";
import type { TrackKey } from "../domain/track/track-key.js";
import type { Identity } from "../services/access/access-service.js";
import type { AnalysisUpdates } from "../services/progress/analysis-updates.js";
import type { Services } from "../services/services.js";
import { createLoaders, type Loaders } from "./loaders.js";
import type { Results } from "./subscriptions/result-stream.js";

/** Whether the response to one request may be cached, as decided by its resolvers. */
export class ResponseCaching {
  #isAllowed = true;

  get isAllowed(): boolean {
    return this.#isAllowed;
  }

  /** Forbids caching, because part of the response will change soon. */
  forbid(): void {
    this.#isAllowed = false;
  }
}

/** The request data that every resolver receives. */
export interface RequestContext {
  readonly requestId: string;
  /** The URL of this server as the client reaches it, without a trailing slash. */
  readonly baseUrl: string;
  readonly identity: Identity;
  /** The network address that the request came from. */
  readonly address: string;
  /** Aborts when the client disconnects before it has the response. */
  readonly signal: AbortSignal;
  /** Whether the response will be `application/json`, not `application/graphql-response+json`. */
  readonly wantsPlainJson: boolean;
  readonly loaders: Loaders;
  /** The tracks whose analysis this request has started. */
  readonly computing: Set<TrackKey>;
  /** Whether the response may be cached. */
  readonly caching: ResponseCaching;
  /** The source of analysis updates for subscriptions. */
  readonly updates: AnalysisUpdates;
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

/** The request data that is known before the request reaches the GraphQL API. */
export type Caller = Pick<RequestContext, "requestId" | "baseUrl" | "identity" | "address">;

/** Creates the context of one HTTP request, whose caller is in `response.locals`. */
export function requestContextFrom(services: Services, response: Response): RequestContext {
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  const plainJson = "application/json";
  return {
    ...createRequestContext(services, response.locals as Caller, gone.signal),
    wantsPlainJson:
      response.req.accepts(plainJson, "application/graphql-response+json") === plainJson,
  };
}

/**
 * Creates the context of one operation.
 *
 * @param signal aborts when the client disconnects
 */
export function createRequestContext(
  services: Services,
  { requestId, baseUrl, identity, address }: Caller,
  signal: AbortSignal,
): RequestContext {
  return {
    requestId,
    baseUrl,
    identity,
    address,
    signal,
    wantsPlainJson: true,
    loaders: createLoaders(services),
    computing: new Set(),
    caching: new ResponseCaching(),
    updates: services.updates,
  };
}
