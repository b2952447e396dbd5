import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import type { RequestLocals } from "../rest/request/request-locals.js";

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
