import { readFileSync } from "node:fs";
import { Router } from "express";
import { entityTagOf, isHeldBy } from "../request/entity-tag.js";
import { otherMethods } from "../../http/known-methods.js";

/** At the same place below the package, seen from the sources and from what was compiled. */
const DESCRIPTION = new URL("../../../schema/openapi.yaml", import.meta.url);

/** The description of this interface, as it is written and as JSON, without a key. */
export function descriptionRoutes(): Router {
  const asYaml = readFileSync(DESCRIPTION, "utf8");
  const router = Router();
  addDocument(router, "/openapi.yaml", "application/yaml", () => Promise.resolve(asYaml));
  addDocument(router, "/openapi.json", "application/json", async () => {
    // Not at start, because the parser is seventy modules.
    const { parse } = await import("yaml");
    return JSON.stringify(parse(asYaml));
  });
  return router;
}

/** @param make the text; called once, by the first request */
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
      if (isHeldBy(request.get("If-None-Match"), entityTag)) response.status(304).end();
      else response.type(mediaType).send(text);
    })
    .all(otherMethods("GET", "HEAD"));
}
