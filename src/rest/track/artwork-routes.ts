import type { Request, Response, Router } from "express";
import { NotFoundError } from "../../domain/errors/not-found-errors.js";
import { PLACEHOLDER_PATH } from "../../domain/track/artwork-url.js";
import { parseTrackRef } from "../../domain/track/track-ref.js";
import { localsOf } from "../../http/request-locals.js";
import { routesFrom } from "../../http/route-table.js";
import { credentialsOf, presentedIdentity } from "../../http/session/credentials.js";
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
 * The routes of covers and the placeholder. Programs need no key for them, and pages of this server show them; a page of
 * another site would learn from them which songs there are.
 */
export function artworkRoutes(services: Services): Router {
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
        const ref = parseTrackRef(request.params.trackKey);
        await requireKnownPage(services, request, response);
        const cover = await services.library.findCover(ref);
        if (!cover) throw new NotFoundError(request.path);
        response.set("Cache-Control", `private, max-age=${HOUR_SECONDS}`);
        sendTagged(Buffer.from(cover.bytes), cover.mediaType, request, response);
      },
    },
  });
}

/**
 * Requires a key or a session of browsers that do not say that a page of this server asks. They say so in
 * `Sec-Fetch-Site`, but not where the server is reached without HTTPS from another machine: there, every browser has to
 * be signed in. A page cannot change the `User-Agent` of a picture that it shows. Its scripts can in some browsers, and such
 * a request to another site has `Origin`.
 *
 * Source: W3C, "Fetch Metadata Request Headers", 2.4.
 *
 * @throws {UnauthenticatedError} there is neither
 */
async function requireKnownPage(
  services: Services,
  request: Request<object>,
  response: Response,
): Promise<void> {
  const { "sec-fetch-site": site, "user-agent": agent = "", origin } = request.headers;
  const isBrowser = site !== undefined || origin !== undefined || agent.startsWith("Mozilla/");
  if (!isBrowser || site === "same-origin" || site === "none") return;
  const credentials = credentialsOf(request, localsOf(response));
  const identity = await presentedIdentity(services, credentials, { isCounted: false });
  services.access.requireScope(identity, "read", true);
}
