import type { Router } from "express";
import { NotFoundError } from "../../domain/errors/not-found-errors.js";
import { PLACEHOLDER_PATH } from "../../domain/track/artwork-url.js";
import { parseTrackKey } from "../../domain/track/track-key.js";
import { routesFrom } from "../../http/route-table.js";
import type { Services } from "../../services/services.js";
import { sendTagged } from "../tagged-response.js";
import { placeholderPicture } from "./placeholder-picture.js";

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

/**
 * The routes of embedded covers and the placeholder. They need no key, so that web pages can show
 * them.
 */
export function artworkRoutes({ library }: Services): Router {
  const placeholder = Buffer.from(placeholderPicture);
  return routesFrom({
    [PLACEHOLDER_PATH]: {
      produces: "any",
      get: (request, response) => {
        response.set("Cache-Control", `public, max-age=${DAY_SECONDS}`);
        sendTagged(placeholder, "image/svg+xml", request, response);
      },
    },
    "/artwork/:trackKey": {
      produces: "any",
      get: async (request, response) => {
        const cover = await library.findCover(parseTrackKey(request.params.trackKey));
        if (!cover) throw new NotFoundError(request.path);
        response.set("Cache-Control", `public, max-age=${HOUR_SECONDS}`);
        sendTagged(Buffer.from(cover.bytes), cover.mediaType, request, response);
      },
    },
  });
}
