import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { RequestHandler, Response } from "express";
import type { Identity } from "../services/access/access-service.js";

/** What every route finds in `response.locals`: the app puts it there before any edge is asked. */
export interface RequestLocals {
  /** Names this request in answers and log lines; 1 to 128 plain characters. */
  readonly requestId: string;
  /** This server as the client reaches it, without a slash at the end. */
  readonly baseUrl: string;
  /** The network address that the request came from; empty where its connection is gone. */
  readonly address: string;
}

/** Names of this request and of this server. */
export function localsOf(response: Response): RequestLocals {
  return response.locals as RequestLocals;
}

/** Who asks. Only below the paths that need to know. */
export function identityOf(response: Response): Identity {
  return (response.locals as { readonly identity: Identity }).identity;
}

/** Plain enough for a header, a log line and a shell. */
const REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/** A name or an IPv4 address, or an IPv6 address in brackets, and perhaps a port. */
const HOST = /^(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?$/;

/**
 * Gives each request its name, taken from a sane `X-Request-Id` or made, and says how the client
 * reaches this server, and from where. All are in `response.locals`; the name is answered too.
 */
export function prepareLocals(): RequestHandler {
  return (request, response, next) => {
    const locals = localsFor(request, request.protocol);
    Object.assign(response.locals, locals);
    response.set("X-Request-Id", locals.requestId);
    next();
  };
}

/** The same for a request that no route will see, because it becomes a socket. */
export function localsFor(request: IncomingMessage, protocol = "http"): RequestLocals {
  const given = request.headers["x-request-id"];
  const isSane = typeof given === "string" && REQUEST_ID.test(given);
  return {
    requestId: isSane ? given : randomUUID(),
    baseUrl: baseUrlOf(request, protocol),
    address: request.socket.remoteAddress ?? "",
  };
}

/** The address that the client used, or the socket's own where the client names none that could be. */
function baseUrlOf({ headers, socket }: IncomingMessage, protocol: string): string {
  const { host } = headers;
  if (host !== undefined && HOST.test(host)) return `${protocol}://${host}`;
  const { localAddress = "127.0.0.1", localPort, localFamily } = socket;
  const address = localFamily === "IPv6" ? `[${localAddress}]` : localAddress;
  return `${protocol}://${address}:${localPort}`;
}
