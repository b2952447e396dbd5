import type { RequestHandler } from "express";
import { isIP } from "node:net";
import { ForeignPageError } from "../domain/errors/access-errors.js";
import { localsOf } from "../http/request-locals.js";

/**
 * Refuses requests of pages that are not of this server. A page whose host name was made to lead to this machine
 * (DNS rebinding) has the origin that it asks for, but a name: only an address, `localhost` and the public URL are
 * certain to be this server. Programs send no `Origin`.
 *
 * Source: Model Context Protocol, 2025-11-25, "Transports", Security Warning.
 *
 * @param publicUrl the URL by which clients reach this server, where it is configured
 */
export function requireOwnOrigin(publicUrl: string | undefined): RequestHandler {
  return (request, response, next) => {
    const { origin } = request.headers;
    const own = new URL(localsOf(response).baseUrl);
    const isCertain = publicUrl !== undefined || isLiteralHost(own.hostname);
    if (origin !== undefined && !(isCertain && origin === own.origin)) {
      throw new ForeignPageError(origin);
    }
    next();
  };
}

const isLiteralHost = (hostname: string): boolean =>
  hostname === "localhost" || isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
