import type { Router } from "express";
import { localsOf } from "../http/request-locals.js";
import { routesFrom } from "../http/route-table.js";
import { exampleOperations, type ExampleOperation } from "./example-operations.js";
import { landingPage, landingStyle, type PageLinks } from "./landing-page.js";
import { hashSource, pagePolicy } from "./page-policy.js";

const policy = pagePolicy({ "style-src": hashSource(landingStyle), "img-src": "'self'" });

/**
 * The route `GET /`: the landing page for browsers; other clients are redirected to the OpenAPI
 * description.
 */
export function landingRoutes(links: PageLinks): Router {
  let operations: readonly ExampleOperation[] | undefined;
  return routesFrom({
    "/": {
      get: (request, response) => {
        const { baseUrl, prefix } = localsOf(response);
        response.vary("Accept").set("Cache-Control", "no-cache");
        if (request.accepts("application/json", "text/html") !== "text/html") {
          response.status(302).location(`${prefix}/openapi.json`).end();
          return;
        }
        response.set("Content-Security-Policy", policy).type("html");
        // Read on the first request, not at the start.
        operations ??= exampleOperations();
        response.send(landingPage({ baseUrl, prefix }, operations, links));
      },
    },
  });
}
