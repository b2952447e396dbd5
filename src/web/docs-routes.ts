import { Router } from "express";
import swaggerUi from "swagger-ui-express";
import { pagePolicy } from "./page-policy.js";
import { toFolder } from "./to-folder.js";

const options = {
  customSiteTitle: "Overtone over REST",
  swaggerUrl: "/openapi.json",
  swaggerOptions: {
    url: "/openapi.json",
    // The badge of a service that would be told where this server is.
    validatorUrl: null,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    docExpansion: "list",
    defaultModelsExpandDepth: 0,
  },
};

/** The page styles parts by attributes; all it loads is its own, and it asks this server alone. */
const policy = pagePolicy({
  "script-src": "'self'",
  "style-src": "'self' 'unsafe-inline'",
  "img-src": "'self' data:",
  "connect-src": "'self'",
});

/** Swagger UI at `/docs`, with all that it loads, showing the description that is served here. */
export function docsRoutes(): Router {
  const page = swaggerUi.generateHTML(undefined, options);
  return Router()
    .get("/docs", toFolder, (_request, response) => {
      response.set({ "Content-Security-Policy": policy, "Cache-Control": "no-cache" });
      response.type("html").send(page);
    })
    .use("/docs", ...swaggerUi.serveFiles(undefined, options));
}
