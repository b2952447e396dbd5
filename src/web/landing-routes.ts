import { Router } from "express";
import { exampleOperations, type ExampleOperation } from "./example-operations.js";
import { landingPage, landingStyle, type PageLinks } from "./landing-page.js";
import { hashSource, pagePolicy } from "./page-policy.js";

const policy = pagePolicy({ "style-src": hashSource(landingStyle), "img-src": "'self'" });

/** `GET /`: a page for people; programs are sent to the description of the interface. */
export function landingRoutes(links: PageLinks): Router {
  let operations: readonly ExampleOperation[] | undefined;
  return Router().get("/", (request, response) => {
    response.vary("Accept").set("Cache-Control", "no-cache");
    if (request.accepts("application/json", "text/html") !== "text/html") {
      response.status(302).location("/openapi.json").end();
      return;
    }
    const { baseUrl } = response.locals as { readonly baseUrl: string };
    response.set("Content-Security-Policy", policy).type("html");
    // Read for the first page, not for the start.
    operations ??= exampleOperations();
    response.send(landingPage(baseUrl, operations, links));
  });
}
