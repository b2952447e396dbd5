import type { IncomingMessage, ServerResponse } from "node:http";
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
    }),
  );
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

/**
 * Returns the headers that Helmet sets. It is called once, because they do not depend on the
 * request.
 */
function headersSetBy(middleware: ReturnType<typeof helmet>): readonly [string, string][] {
  const headers: [string, string][] = [];
  const response = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => undefined,
  };
  middleware({} as IncomingMessage, response as unknown as ServerResponse, () => undefined);
  return headers;
}
