import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import { InvalidInputError } from "../domain/errors/request-errors.js";

/**
 * Refuses requests with several `Host` headers: a proxy before this server may have checked a
 * different one than Node reads.
 *
 * Source: R. Fielding et al., "HTTP/1.1", RFC 9112, 2022, section 3.2.
 */
export function requireOneHost(): RequestHandler {
  return (request, _response, next) => {
    if (hasSeveralHosts(request)) throw new InvalidInputError("Host", "must be given once");
    next();
  };
}

/** Returns whether a request has more than one `Host` header. */
export function hasSeveralHosts({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === "host") count += 1;
  }
  return count > 1;
}
