import type { Router } from "express";
import { localsOf } from "../http/request-locals.js";
import { routesFrom } from "../http/route-table.js";
import { exampleOperations, type ExampleOperation } from "./example-operations.js";
import { landingPage, landingStyle, type PageLinks } from "./landing-page.js";
import { hashSource, pagePolicy } from "./page-policy.js";

const policy = pagePolicy({ "style-src": hashSource(landingStyle), "img-src": "'self'" });

/** The route `GET /start`: the operations for developers, with lines to paste. */
export function landingRoutes(links: PageLinks): Router {
  let operations: readonly ExampleOperation[] | undefined;
  return routesFrom({
    "/start": {
      get: (_request, response) => {
        const { baseUrl, prefix } = localsOf(response);
        response.set({ "Content-Security-Policy": policy, "Cache-Control": "no-cache" });
        // Read on the first request, not at the start.
        operations ??= exampleOperations();
        response.type("html").send(landingPage({ baseUrl, prefix }, operations, links));
      },
    },
  });
}
