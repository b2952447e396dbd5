import { Router, type Request, type Response } from "express";
import { placeholderPath } from "../../domain/track/artwork-url.js";
import { NotFoundError } from "../../domain/errors/not-found-errors.js";
import { parseTrackKey } from "../../domain/track/track-key.js";
import type { Services } from "../../services/services.js";
import { entityTagOf, matchesEntityTag } from "../request/entity-tag.js";
import { otherMethods } from "../../http/allowed-methods.js";
import { placeholderPicture } from "./placeholder-picture.js";

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

/**
 * The routes of embedded covers and the placeholder. They need no key, so that web pages can show
 * them.
 */
export function artworkRoutes({ library }: Services): Router {
  const router = Router();
  const placeholder = Buffer.from(placeholderPicture);
  router
    .route(placeholderPath)
    .get((request, response) => {
      send(placeholder, "image/svg+xml", DAY_SECONDS, request, response);
    })
    .all(otherMethods("GET", "HEAD"));
  router
    .route("/artwork/:trackKey")
    .get(async (request, response) => {
      const cover = await library.findCover(parseTrackKey(request.params.trackKey));
      if (!cover) throw new NotFoundError(request.path);
      send(cover.bytes, cover.mediaType, HOUR_SECONDS, request, response);
    })
    .all(otherMethods("GET", "HEAD"));
  return router;
}

function send(
  picture: Uint8Array,
  mediaType: string,
  maxAgeSeconds: number,
  request: Request,
  response: Response,
): void {
  const entityTag = entityTagOf(picture);
  response.set({ "Cache-Control": `public, max-age=${maxAgeSeconds}`, ETag: entityTag });
  if (matchesEntityTag(request.get("If-None-Match"), entityTag)) response.status(304).end();
  else response.type(mediaType).send(Buffer.from(picture));
}
