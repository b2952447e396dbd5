import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { RequestHandler } from "express";
import helmet from "helmet";

/**
 * Sets the headers of Helmet that an API needs. A response may not load or run anything; pictures
 * may be embedded anywhere. The proxy that terminates HTTPS sets the headers for it.
 */
export function securityHeaders(): RequestHandler {
  const headers = headersSetBy(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"] },
      },
      crossOriginResourcePolicy: { policy: "cross-origin" },
      strictTransportSecurity: false,
      // For plug-ins, and for browsers of before 2015, which read neither this API nor its pages.
      xDownloadOptions: false,
      xPermittedCrossDomainPolicies: false,
      xXssProtection: false,
      // For pages that load others; the policy above lets a response load nothing.
      xDnsPrefetchControl: false,
      originAgentCluster: false,
    }),
  );
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

/** Returns the headers that a middleware sets for every request alike, so that it runs only once. */
function headersSetBy(middleware: ReturnType<typeof helmet>): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  response.setHeader = (name, value) => {
    headers.set(name, String(value));
    return response;
  };
  middleware(request, response, () => undefined);
  return headers;
}
