import type { RequestHandler } from "express";
import helmet from "helmet";

/**
 * Sets the headers of Helmet that an API needs. A response may not load or run anything; pictures
 * may be embedded anywhere. The proxy that terminates HTTPS sets the headers for it.
 */
export function securityHeaders(): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: "cross-origin" },
    strictTransportSecurity: false,
  });
}
