import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { RequestHandler, Response } from "express";
import type { Identity } from "../services/access/access-service.js";

/**
 * The members of `response.locals` that every route has; the app sets them before any route runs.
 */
export interface RequestLocals {
  /** The id of this request in responses and log lines; 1 to 128 plain characters. */
  readonly requestId: string;
  /** The URL of this server as the client reaches it, without a trailing slash. */
  readonly baseUrl: string;
  /** The network address that the request came from; empty if it has disconnected. */
  readonly address: string;
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

/** A host name, an IPv4 address or an IPv6 address in brackets, with an optional port. */
const HOST = /^(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?$/;

/**
 * Sets the id of each request, taken from a valid `X-Request-Id` or generated, the base URL and the
 * client address in `response.locals`. The id is also sent in the response.
 */
export function prepareLocals(): RequestHandler {
  return (request, response, next) => {
    const locals = localsFor(request, request.protocol);
    Object.assign(response.locals, locals);
    response.set("X-Request-Id", locals.requestId);
    next();
  };
}

/** Returns the same for a request that becomes a WebSocket, which no route handles. */
export function localsFor(request: IncomingMessage, protocol = "http"): RequestLocals {
  const given = request.headers["x-request-id"];
  const isValid = typeof given === "string" && REQUEST_ID.test(given);
  return {
    requestId: isValid ? given : randomUUID(),
    baseUrl: baseUrlOf(request, protocol),
    address: request.socket.remoteAddress ?? "",
  };
}

/**
 * Returns the URL that the client used, or that of the socket if the `Host` header is not valid.
 */
function baseUrlOf({ headers, socket }: IncomingMessage, protocol: string): string {
  const { host } = headers;
  if (host !== undefined && HOST.test(host)) return `${protocol}://${host}`;
  const { localAddress = "127.0.0.1", localPort, localFamily } = socket;
  const address = localFamily === "IPv6" ? `[${localAddress}]` : localAddress;
  return `${protocol}://${address}:${localPort}`;
}
