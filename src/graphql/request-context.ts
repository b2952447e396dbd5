import type { Response } from "express";
import type { TrackKey } from "../domain/track-key.js";
import type { Identity } from "../services/access-service.js";
import type { Services } from "../services/services.js";
import { createLoaders, type Loaders } from "./loaders.js";

/** What every resolver knows of the request that it serves. */
export interface RequestContext {
  readonly requestId: string;
  /** This server as the client reaches it, without a slash at the end. */
  readonly baseUrl: string;
  readonly identity: Identity;
  /** Aborts when the client goes away before it has its answer. */
  readonly signal: AbortSignal;
  /** Whether the answer will be `application/json`, not `application/graphql-response+json`. */
  readonly wantsPlainJson: boolean;
  readonly loaders: Loaders;
  /** The tracks whose analysis this request has asked to be made. */
  readonly computing: Set<TrackKey>;
}

/** What the app leaves in `response.locals` before any edge is asked. */
type RequestLocals = Pick<RequestContext, "requestId" | "baseUrl" | "identity">;

/** The context of one request. */
export function requestContextFrom(services: Services, response: Response): RequestContext {
  const { requestId, baseUrl, identity } = response.locals as RequestLocals;
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  const plainJson = "application/json";
  return {
    requestId,
    baseUrl,
    identity,
    signal: gone.signal,
    wantsPlainJson:
      response.req.accepts(plainJson, "application/graphql-response+json") === plainJson,
    loaders: createLoaders(services),
    computing: new Set(),
  };
}
