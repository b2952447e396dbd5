import { Router } from "express";
import { parseSearchQuery } from "../../domain/track/search-query.js";
import { clientSignal } from "../../http/client-signal.js";
import { otherMethods } from "../../http/allowed-methods.js";
import { identityOf, localsOf } from "../../http/request-locals.js";
import type { Services } from "../../services/services.js";
import { toSearchResultJson } from "../representations.js";
import { requestsFresh } from "../request/cache-control.js";
import { queryParametersOf } from "../request/query-parameters.js";

/** The route `GET /search`: tracks that match a title and optionally an artist. */
export function searchRoutes({ access, search }: Services): Router {
  const router = Router();
  router
    .route("/search")
    .get(async (request, response) => {
      access.requireScope(identityOf(response), "read");
      const { track, artist, limit } = queryParametersOf(request.url, ["track", "artist", "limit"]);
      const query = parseSearchQuery({ track, artist, limit });
      const isFresh = requestsFresh(request.get("Cache-Control"));
      const signal = clientSignal(response);
      const { results, unavailableProviders } = await search.search(query, signal, { isFresh });
      if (unavailableProviders.length > 0) {
        response.set("Overtone-Unavailable-Providers", unavailableProviders.join(", "));
      }
      const { baseUrl } = localsOf(response);
      response.set("Cache-Control", "private, no-store").vary("Authorization");
      response.json({
        success: true,
        data: results.map((result) => toSearchResultJson(result, baseUrl)),
      });
    })
    .all(otherMethods("GET", "HEAD"));
  return router;
}
