import { Router } from "express";
import { parseTrackId } from "../../domain/track/track-id.js";
import { clientSignal } from "../../http/client-signal.js";
import { otherMethods } from "../../http/allowed-methods.js";
import { identityOf, localsOf } from "../../http/request-locals.js";
import type { Services } from "../../services/services.js";
import { requestsFresh } from "../request/cache-control.js";
import { toTrackJson } from "./track-json.js";

/** The route `GET /tracks/{id}`: the tracks that have an id. */
export function trackRoutes({ access, lookup }: Services): Router {
  const router = Router();
  router
    .route("/tracks/:id")
    .get(async (request, response) => {
      access.requireScope(identityOf(response), "read");
      const id = parseTrackId(request.params.id);
      const { tracks, isAmbiguous, unavailableProviders } = await lookup.get(
        id,
        clientSignal(response),
        { isFresh: requestsFresh(request.get("Cache-Control")) },
      );
      if (unavailableProviders.length > 0) {
        response.set("Overtone-Unavailable-Providers", unavailableProviders.join(", "));
      }
      const { baseUrl } = localsOf(response);
      response.set("Cache-Control", "private, no-store").vary("Authorization");
      const found = tracks.map((track) => toTrackJson(track, baseUrl));
      response.json({ success: true, data: { isAmbiguous, tracks: found } });
    })
    .all(otherMethods("GET", "HEAD"));
  return router;
}
