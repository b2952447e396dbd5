import type { RequestHandler, Response, Router } from "express";
import { z } from "zod";
import { parseSearchCursor } from "../../domain/track/search-cursor.js";
import {
  DEFAULT_SEARCH_LIMIT,
  MAX_SEARCH_LIMIT,
  parseSearchQuery,
} from "../../domain/track/search-query.js";
import { parseTrackId } from "../../domain/track/track-id.js";
import { refOf } from "../../domain/track/track-ref.js";
import type { Track } from "../../domain/track/track.js";
import { forbidCaching } from "../../http/caching.js";
import { clientSignal } from "../../http/client-signal.js";
import { identityOf, localsOf } from "../../http/request-locals.js";
import { routesFrom } from "../../http/route-table.js";
import type { Services } from "../../services/services.js";
import { linkPages } from "../request/page-links.js";
import { literalNameParameters, namesFrom } from "../shapes/name-parameters.js";
import { wordsShape } from "../shapes/track-shapes.js";
import { parametersIn, textOf } from "../shapes/url-parameters.js";
import { toFoundTrackJson, toSearchResultJson } from "./track-json.js";
import type { JsonOf } from "../shapes/plain-shapes.js";
import type { lookupAnswer, searchAnswer } from "./track-answers.js";

/** The parameters of `GET /search`. */
export const searchParameters = z.object({
  track: textOf(wordsShape.optional())
    .describe(
      "The title, or words of it; required, here or in `name.track`. A `+` means a space, sent literally or as `%2B`.",
    )
    .meta({
      examples: {
        words: {
          value: "Four+on+the+Floor",
          summary: "Words joined by a plus sign, a track of the demo library",
        },
        plain: { value: "Money" },
      },
    }),
  artist: textOf(wordsShape.optional())
    .describe("The artist. Any artist when absent; the score then depends on the title alone.")
    .meta({
      examples: {
        demo: { value: "Overtone", summary: "The artist of the demo library" },
        plain: { value: "Pink Floyd" },
      },
    }),
  ...literalNameParameters,
  limit: textOf(z.int().min(1).max(MAX_SEARCH_LIMIT).default(DEFAULT_SEARCH_LIMIT)).describe(
    "Maximum number of tracks to return.",
  ),
  cursor: z
    .string()
    .optional()
    .describe(
      "Return the results after this cursor, the `nextCursor` of a page of the same title and artist.",
    ),
});

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
    const { limit, cursor, ...names } = parametersIn(request.url, searchParameters);
    const query = parseSearchQuery({ ...namesFrom(names), limit });
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
): Promise<JsonOf<typeof lookupAnswer>["data"]["tracks"]> {
  const { baseUrl } = localsOf(response);
  const refs = found.map(refOf);
  const maySeePaths = access.hasScope(identityOf(response), "write");
  const [tagged, paths] = await Promise.all([
    tracks.findTagged(refs),
    maySeePaths ? tracks.findPaths(refs) : [],
  ]);
  return found.map((track, index) =>
    toFoundTrackJson(track, baseUrl, { tagged: tagged[index], path: paths[index] }),
  );
}

function send(
  answer: Omit<JsonOf<typeof searchAnswer> | JsonOf<typeof lookupAnswer>, "success">,
  unavailableProviders: readonly string[],
  response: Response,
): void {
  nameUnavailable(unavailableProviders, response);
  forbidCaching(response);
  response.json({ success: true, ...answer });
}

/** Sets the header that names the providers that failed, if any did. */
export function nameUnavailable(providers: readonly string[], response: Response): void {
  if (providers.length > 0) response.set("Overtone-Unavailable-Providers", providers.join(", "));
}

/**
 * Returns whether a client that sends this `Cache-Control` requests a response that is not cached.
 *
 * Source: R. Fielding et al., "HTTP Caching", RFC 9111, 2022, section 5.2.1.4.
 */
export function requestsFresh(cacheControl: string | undefined): boolean {
  const directives = (cacheControl ?? "").split(",");
  return directives.some((directive) => directive.trim().toLowerCase() === "no-cache");
}
