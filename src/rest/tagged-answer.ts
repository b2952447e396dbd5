import type { Request, Response } from "express";
import { entityTagOf, isHeldBy } from "./request/entity-tag.js";

/**
 * Answers JSON under a strong tag of its bytes, or that the client holds it. What may not be kept is
 * answered as it is.
 */
export function sendTagged(value: unknown, request: Request, response: Response): void {
  if (response.get("Cache-Control")?.includes("no-store")) {
    response.json(value);
    return;
  }
  const text = JSON.stringify(value);
  const entityTag = entityTagOf(text);
  response.set("ETag", entityTag);
  if (isHeldBy(request.get("If-None-Match"), entityTag)) response.status(304).end();
  else response.type("application/json").send(text);
}
