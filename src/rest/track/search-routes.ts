import type { RequestHandler, Response, Router } from "express";
import { parseSearchCursor } from "../../domain/track/search-cursor.js";
import { parseSearchQuery } from "../../domain/track/search-query.js";
import { parseTrackId } from "../../domain/track/track-id.js";
import type { Track } from "../../domain/track/track.js";
import { forbidCaching } from "../../http/caching.js";
import { clientSignal } from "../../http/client-signal.js";
import { identityOf, localsOf } from "../../http/request-locals.js";
import { routesFrom } from "../../http/route-table.js";
import type { Services } from "../../services/services.js";
import { requestsFresh } from "../request/cache-control.js";
import { linkPages } from "../request/page-links.js";
import { queryParametersOf } from "../request/query-parameters.js";
import { toFoundTrackJson, toSearchResultJson } from "./track-json.js";

const names = ["track", "artist", "limit", "cursor"] as const;

/**
 * The routes `GET /search`, tracks that match a title and optionally an artist, and `GET
 * /tracks/{id}`, the tracks that have an id.
 */
export function searchRoutes(services: Services): Router {
  const { access, lookup } = services;
  return routesFrom({
    "/search": { get: searchHandler(services) },
    "/tracks/:id": {
      get: async (request, response) => {
        access.requireScope(identityOf(response), "read");
        const id = parseTrackId(request.params.id);
        const isFresh = requestsFresh(request.get("Cache-Control"));
        const found = await lookup.get(id, clientSignal(response), { isFresh });
        const tracks = await foundTracksJson(found.tracks, services, response);
        const data = { isAmbiguous: found.isAmbiguous, tracks };
        send({ data }, found.unavailableProviders, response);
      },
    },
  });
}

/** Handles `GET /search`: a page of the tracks that match. */
function searchHandler({ access, search }: Services): RequestHandler {
  return async (request, response) => {
    access.requireScope(identityOf(response), "read");
    const { track, artist, limit, cursor } = queryParametersOf(request.url, names);
    const query = parseSearchQuery({ track, artist, limit });
    const after = parseSearchCursor(cursor, query, "cursor");
    const isFresh = requestsFresh(request.get("Cache-Control"));
    const found = await search.search(query, clientSignal(response), { isFresh, after });
    const { baseUrl } = localsOf(response);
    const data = found.results.map((result) => toSearchResultJson(result, baseUrl));
    const nextCursor = found.hasNextPage ? found.endCursor : null;
    linkPages({ nextCursor, previousCursor: null }, request, response);
    const page = nextCursor === null ? {} : { page: { nextCursor } };
    send({ data, ...page }, found.unavailableProviders, response);
  };
}

/** Converts tracks that were looked up to JSON; paths of files only for callers with the scope `write`. */
async function foundTracksJson(
  found: readonly Track[],
  { access, tracks }: Services,
  response: Response,
): Promise<readonly object[]> {
  const { baseUrl } = localsOf(response);
  const keys = found.map(({ trackKey }) => trackKey);
  const maySeePaths = access.hasScope(identityOf(response), "write");
  const [tagged, paths] = await Promise.all([
    tracks.findTagged(keys),
    maySeePaths ? tracks.findPaths(keys) : [],
  ]);
  return found.map((track, index) =>
    toFoundTrackJson(track, baseUrl, { tagged: tagged[index], path: paths[index] }),
  );
}

function send(
  answer: { readonly data: object; readonly page?: object },
  unavailableProviders: readonly string[],
  response: Response,
): void {
  if (unavailableProviders.length > 0) {
    response.set("Overtone-Unavailable-Providers", unavailableProviders.join(", "));
  }
  forbidCaching(response);
  response.json({ success: true, ...answer });
}
