import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { RequestHandler, Response } from "express";
import type { Identity } from "../services/access/access-service.js";
import type { ClientView, ClientViews } from "./client-views.js";

/**
 * The members of `response.locals` that every route has; the app sets them before any route runs.
 */
export interface RequestLocals extends ClientView {
  /** The id of this request in responses and log lines; 1 to 128 plain characters. */
  readonly requestId: string;
  /** The path of `baseUrl`, for references without a host: "/overtone", or empty. */
  readonly prefix: string;
  /** The id of the trace of this request; absent where none are recorded. */
  readonly traceId?: string;
}

/** Returns the members of `response.locals` that every route has. */
export function localsOf(response: Response): RequestLocals {
  return response.locals as RequestLocals;
}

/** Returns the identity of the caller. Available only on paths that identify callers. */
export function identityOf(response: Response): Identity {
  return (response.locals as { readonly identity: Identity }).identity;
}

/** The pattern of request ids: safe in a header, a log line and a shell. */
const REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/**
 * Sets the id of each request, taken from a valid `X-Request-Id` or generated, the base URL and the
 * client address in `response.locals`. The id is also sent in the response.
 */
export function prepareLocals(views: ClientViews): RequestHandler {
  return (request, response, next) => {
    const locals = localsFor(request, views);
    Object.assign(response.locals, locals);
    response.set("X-Request-Id", locals.requestId);
    next();
  };
}

/** Returns the same for a request that becomes a WebSocket, which no route handles. */
export function localsFor(request: IncomingMessage, views: ClientViews): RequestLocals {
  const given = request.headers["x-request-id"];
  const isValid = typeof given === "string" && REQUEST_ID.test(given);
  const { address, baseUrl } = views.viewOf(request);
  return { requestId: isValid ? given : randomUUID(), prefix: views.prefix, address, baseUrl };
}
