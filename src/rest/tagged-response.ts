import type { Request, Response } from "express";
import { entityTagOf, matchesEntityTag } from "./request/entity-tag.js";

/**
 * Sends JSON with a strong entity tag of its bytes, or 304 if the client already has it. A response
 * with `no-store` is sent without a tag.
 */
export function sendTagged(value: unknown, request: Request, response: Response): void {
  if (response.get("Cache-Control")?.includes("no-store")) {
    response.json(value);
    return;
  }
  const text = JSON.stringify(value);
  const entityTag = entityTagOf(text);
  response.set("ETag", entityTag);
  if (matchesEntityTag(request.get("If-None-Match"), entityTag)) response.status(304).end();
  else response.type("application/json").send(text);
}
