import { readFileSync } from "node:fs";
import { Router } from "express";
import { parse } from "yaml";
import { entityTagOf, isHeldBy } from "../request/entity-tag.js";
import { otherMethods } from "../../http/known-methods.js";

/** At the same place below the package, seen from the sources and from what was compiled. */
const DESCRIPTION = new URL("../../../schema/openapi.yaml", import.meta.url);

/** The description of this interface, as it is written and as JSON, without a key. */
export function descriptionRoutes(): Router {
  const asYaml = readFileSync(DESCRIPTION, "utf8");
  const router = Router();
  addDocument(router, "/openapi.yaml", "application/yaml", asYaml);
  addDocument(router, "/openapi.json", "application/json", JSON.stringify(parse(asYaml)));
  return router;
}

function addDocument(router: Router, path: string, mediaType: string, text: string): void {
  const entityTag = entityTagOf(text);
  router
    .route(path)
    .get((request, response) => {
      response.set({ "Cache-Control": "public, no-cache", ETag: entityTag });
      if (isHeldBy(request.get("If-None-Match"), entityTag)) response.status(304).end();
      else response.type(mediaType).send(text);
    })
    .all(otherMethods("GET", "HEAD"));
}
