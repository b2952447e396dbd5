import type { Router } from "express";
import { NotFoundError } from "../../domain/errors/not-found-errors.js";
import { PLACEHOLDER_PATH } from "../../domain/track/artwork-url.js";
import { parseTrackRef } from "../../domain/track/track-ref.js";
import { routesFrom } from "../../http/route-table.js";
import type { Services } from "../../services/services.js";
import { sendTagged } from "../tagged-response.js";

/** The placeholder for tracks without a picture: a record, seen from above. SVG, 320 x 320. */
const placeholderPicture = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320" viewBox="0 0 320 320" role="img" aria-label="No picture">
  <rect width="320" height="320" fill="#e7e3da"/>
  <circle cx="160" cy="160" r="120" fill="#2b2a28"/>
  <g fill="none" stroke="#4a4844" stroke-width="2">
    <circle cx="160" cy="160" r="106"/>
    <circle cx="160" cy="160" r="90"/>
    <circle cx="160" cy="160" r="74"/>
  </g>
  <circle cx="160" cy="160" r="44" fill="#c8643c"/>
  <circle cx="160" cy="160" r="7" fill="#e7e3da"/>
</svg>
`;

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
        const cover = await library.findCover(parseTrackRef(request.params.trackKey));
        if (!cover) throw new NotFoundError(request.path);
        response.set("Cache-Control", `public, max-age=${HOUR_SECONDS}`);
        sendTagged(Buffer.from(cover.bytes), cover.mediaType, request, response);
      },
    },
  });
}
