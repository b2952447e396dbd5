import type { Request, Response } from "express";
import { entityTagOf, matchesEntityTag } from "../http/entity-tag.js";

/**
 * Sends a body with a strong entity tag of its bytes, or 304 if the client already has it.
 *
 * @param entityTag of a body that is sent again and again
 */
export function sendTagged(
  body: string | Buffer,
  mediaType: string,
  request: Request<object>,
  response: Response,
  entityTag: string = entityTagOf(body),
): void {
  response.set("ETag", entityTag);
  if (matchesEntityTag(request.get("If-None-Match"), entityTag)) response.status(304).end();
  else response.type(mediaType).send(body);
}

/** Sends JSON in the same way; a response with `no-store` is sent without a tag. */
export function sendTaggedJson(value: unknown, request: Request<object>, response: Response): void {
  if (response.get("Cache-Control")?.includes("no-store")) response.json(value);
  else sendTagged(JSON.stringify(value), "application/json", request, response);
}
