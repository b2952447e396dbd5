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
    // For plug-ins, and for browsers of before 2015, which read neither this API nor its pages.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    // For pages that load others; the policy above lets a response load nothing.
    xDnsPrefetchControl: false,
    originAgentCluster: false,
  });
}
