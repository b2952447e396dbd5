import { randomUUID } from "node:crypto";
import type { Request, RequestHandler } from "express";
import type { RequestLocals } from "./rest/request/request-locals.js";

/** Plain enough for a header, a log line and a shell. */
const REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/** A name or an IPv4 address, or an IPv6 address in brackets, and perhaps a port. */
const HOST = /^(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?$/;

/**
 * Gives each request its name, taken from a sane `X-Request-Id` or made, and says how the client
 * reaches this server. Both are in `response.locals`; the name is answered too.
 */
export function prepareLocals(): RequestHandler {
  return (request, response, next) => {
    const given = request.get("X-Request-Id");
    const requestId = given !== undefined && REQUEST_ID.test(given) ? given : randomUUID();
    const locals: RequestLocals = { requestId, baseUrl: baseUrlOf(request) };
    Object.assign(response.locals, locals);
    response.set("X-Request-Id", requestId);
    next();
  };
}

/** The address that the client used, or the socket's own where the client names none that could be. */
function baseUrlOf({ protocol, headers, socket }: Request): string {
  const { host } = headers;
  if (host !== undefined && HOST.test(host)) return `${protocol}://${host}`;
  const { localAddress = "127.0.0.1", localPort, localFamily } = socket;
  const address = localFamily === "IPv6" ? `[${localAddress}]` : localAddress;
  return `${protocol}://${address}:${localPort}`;
}
