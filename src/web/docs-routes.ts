import { Router } from "express";
import swaggerUi, { type SwaggerUiOptions } from "swagger-ui-express";
import type { ClientViews } from "../http/client-views.js";
import { pagePolicy } from "./page-policy.js";
import { redirectToFolder } from "./redirect-to-folder.js";

const optionsFor = (description: string): SwaggerUiOptions => ({
  customSiteTitle: "Overtone over REST",
  swaggerUrl: description,
  swaggerOptions: {
    url: description,
    // No badge, because its service would receive the address of this server.
    validatorUrl: null,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    docExpansion: "list",
    defaultModelsExpandDepth: 0,
  },
});

/** The policy of the page, which uses style attributes and loads from this server only. */
const policy = pagePolicy({
  "script-src": "'self'",
  "style-src": "'self' 'unsafe-inline'",
  "img-src": "'self' data:",
  "connect-src": "'self'",
});

/** The routes of Swagger UI at `/docs` and its files; it shows the description of this server. */
export function docsRoutes({ prefix }: Pick<ClientViews, "prefix">): Router {
  const options = optionsFor(`${prefix}/openapi.json`);
  const page = swaggerUi.generateHTML(undefined, options);
  return Router()
    .get("/docs", redirectToFolder, (_request, response) => {
      response.set({ "Content-Security-Policy": policy, "Cache-Control": "no-cache" });
      response.type("html").send(page);
    })
    .use("/docs", ...swaggerUi.serveFiles(undefined, options));
}
