import { readFileSync } from "node:fs";
import { Router } from "express";
import { entityTagOf, matchesEntityTag } from "../request/entity-tag.js";
import { otherMethods } from "../../http/allowed-methods.js";

/** The path is the same relative to the sources and to the compiled files. */
const DESCRIPTION = new URL("../../../schema/openapi.yaml", import.meta.url);

/** The routes of the OpenAPI description, as YAML and as JSON. They need no key. */
export function descriptionRoutes(): Router {
  const asYaml = readFileSync(DESCRIPTION, "utf8");
  const router = Router();
  addDocument(router, "/openapi.yaml", "application/yaml", () => Promise.resolve(asYaml));
  addDocument(router, "/openapi.json", "application/json", async () => {
    // Imported on demand, because the parser has seventy modules.
    const { parse } = await import("yaml");
    return JSON.stringify(parse(asYaml));
  });
  return router;
}

/** @param make makes the text; called once, by the first request */
function addDocument(
  router: Router,
  path: string,
  mediaType: string,
  make: () => Promise<string>,
): void {
  let made: Promise<{ readonly text: string; readonly entityTag: string }> | undefined;
  router
    .route(path)
    .get(async (request, response) => {
      made ??= make().then((text) => ({ text, entityTag: entityTagOf(text) }));
      const { text, entityTag } = await made;
      response.set({ "Cache-Control": "public, no-cache", ETag: entityTag });
      if (matchesEntityTag(request.get("If-None-Match"), entityTag)) response.status(304).end();
      else response.type(mediaType).send(text);
    })
    .all(otherMethods("GET", "HEAD"));
}
