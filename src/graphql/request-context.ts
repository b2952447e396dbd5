import type { Response } from "express";
import type { TrackKey } from "../domain/track/track-key.js";
import type { Identity } from "../services/access/access-service.js";
import type { AnalysisUpdates } from "../services/progress/analysis-updates.js";
import type { Services } from "../services/services.js";
import { createLoaders, type Loaders } from "./loaders.js";
import type { Results } from "./subscriptions/result-stream.js";

/** Whether the answer to one request may be kept, as far as only those know who make it. */
export class AnswerKeeping {
  #isAllowed = true;

  get isAllowed(): boolean {
    return this.#isAllowed;
  }

  /** Something in it will soon be otherwise. */
  forbid(): void {
    this.#isAllowed = false;
  }
}

/** What every resolver knows of the request that it serves. */
export interface RequestContext {
  readonly requestId: string;
  /** This server as the client reaches it, without a slash at the end. */
  readonly baseUrl: string;
  readonly identity: Identity;
  /** The network address that the request came from. */
  readonly address: string;
  /** Aborts when the client goes away before it has its answer. */
  readonly signal: AbortSignal;
  /** Whether the answer will be `application/json`, not `application/graphql-response+json`. */
  readonly wantsPlainJson: boolean;
  readonly loaders: Loaders;
  /** The tracks whose analysis this request has asked to be made. */
  readonly computing: Set<TrackKey>;
  /** Whether the answer may be kept. */
  readonly keeping: AnswerKeeping;
  /** What subscriptions follow analyses with. */
  readonly updates: AnalysisUpdates;
  /** What takes many results; absent where there can be but one. */
  readonly transport?: ResultTransport;
}

/** A transport that takes many results of one operation. */
export interface ResultTransport {
  /** Whether it must change nothing: a GET. */
  readonly isSafe: boolean;
  /** Where a subscription leaves its results once it is open. */
  results?: Results;
}

/** What is known of a request before any edge is asked. */
export type Caller = Pick<RequestContext, "requestId" | "baseUrl" | "identity" | "address">;

/** The context of one request over HTTP, whose caller is in `response.locals`. */
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
 * The context of one operation.
 *
 * @param signal aborts when the client goes away
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
    keeping: new AnswerKeeping(),
    updates: services.updates,
  };
}
