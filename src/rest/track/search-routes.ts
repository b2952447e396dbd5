import type { Request, RequestHandler, Response, Router } from "express";
import { z } from "zod";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { parseLibraryQuery, searchPlaces } from "../../domain/library-search/library-query.js";
import { parseMatchCursor } from "../../domain/library-search/match-cursor.js";
import { parseOneOf } from "../../domain/parse-one-of.js";
import { parseSearchCursor } from "../../domain/track/search-cursor.js";
import {
  DEFAULT_SEARCH_LIMIT,
  MAX_SEARCH_LIMIT,
  parseSearchLimit,
  parseSearchQuery,
  parseWords,
} from "../../domain/track/search-query.js";
import { parseTrackId } from "../../domain/track/track-id.js";
import { refOf } from "../../domain/track/track-ref.js";
import type { SearchResult, Track } from "../../domain/track/track.js";
import { forbidCaching } from "../../http/caching.js";
import { clientSignal } from "../../http/client-signal.js";
import { requestBudget } from "../../http/request-budget.js";
import { identityOf, localsOf } from "../../http/request-locals.js";
import { routesFrom } from "../../http/route-table.js";
import type { BoxQuery } from "../../services/search/library-search-service.js";
import type { Services } from "../../services/services.js";
import { linkPages } from "../request/page-links.js";
import { literalNameParameters, namesFrom } from "../shapes/name-parameters.js";
import { wordsShape } from "../shapes/track-shapes.js";
import { parametersIn, textOf } from "../shapes/url-parameters.js";
import { forgetHandler } from "./forgetting-routes.js";
import { toFoundTrackJson, toSearchResultJson } from "./track-json.js";
import type { JsonOf } from "../shapes/plain-shapes.js";
import type { lookupAnswer, searchAnswer } from "./track-answers.js";

/** The parameters of `GET /search`. */
export const searchParameters = z.object({
  q: textOf(wordsShape.optional())
    .describe(
      "Words of the title, artist, album, genre or folder, in any order, in place of `track` and `artist`: all of them must occur, each as a word or the beginning of one. At most 31 different ones. A `+` means a space.",
    )
    .meta({
      examples: {
        beginnings: {
          value: "four+flo",
          summary: "Beginnings of words, as a reader types them",
        },
        plain: { value: "pink floyd moon" },
      },
    }),
  in: textOf(z.enum(searchPlaces).default("everywhere")).describe(
    "With `q`, where to search: with `library` no provider is asked, as while a reader types.",
  ),
  track: textOf(wordsShape.optional())
    .describe(
      "The title, or words of it; required without `q`, here or in `name.track`. A `+` means a space, sent literally or as `%2B`.",
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
      "Return the results after this cursor, the `nextCursor` of a page of the same title and artist, or of the same `q`.",
    ),
});

/**
 * The routes `GET /search`, tracks that match a title and optionally an artist, `GET /tracks/{id}`, the tracks that have an
 * id, and `DELETE` of the same path, which forgets one.
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
      delete: forgetHandler(services),
    },
  });
}

/** Handles `GET /search`: a page of the tracks that match. */
function searchHandler(services: Services): RequestHandler {
  const { access, search } = services;
  return async (request, response) => {
    access.requireScope(identityOf(response), "read");
    const { limit, cursor, q, in: place, ...given } = parametersIn(request.url, searchParameters);
    const names = namesFrom(given);
    if (q !== undefined) {
      refuseNames(names);
      const box = boxQueryFrom({ q, limit, cursor, in: place });
      return sendFoundInLibrary(box, services, request, response);
    }
    const query = parseSearchQuery({ ...names, limit });
    const after = parseSearchCursor(cursor, query, "cursor");
    const isFresh = requestsFresh(request.get("Cache-Control"));
    const found = await search.search(query, clientSignal(response), { isFresh, after });
    const nextCursor = found.hasNextPage ? found.endCursor : null;
    sendResults({ ...found, nextCursor }, request, response);
  };
}

/** The texts of the parameters beside words of any names. */
type BoxParameters = Readonly<
  { q: string } & Record<"limit" | "cursor" | "in", string | undefined>
>;

/** @throws {InvalidInputError} a name is given beside words of any names */
function refuseNames({ track, artist }: ReturnType<typeof namesFrom>): void {
  if (track === undefined && artist === undefined) return;
  throw new InvalidInputError("q", 'must not be given together with "track" or "artist"');
}

/** Returns the words in the texts of parameters, and what of the library is sent for them. */
function boxQueryFrom({ q, limit, cursor, in: place }: BoxParameters): BoxQuery {
  const text = parseWords(q.replaceAll("+", " "), "q");
  const query = parseLibraryQuery(text, "q");
  return {
    text,
    query,
    limit: parseSearchLimit(limit, "limit"),
    after: parseMatchCursor(cursor, query, "cursor"),
    isLibraryOnly: parseOneOf(place, searchPlaces, "in") === "library",
  };
}

/** Sends what words find in the library, and then at the providers. */
async function sendFoundInLibrary(
  box: BoxQuery,
  services: Services,
  request: Request,
  response: Response,
): Promise<void> {
  const caller = {
    maySeePaths: services.access.hasScope(identityOf(response), "write"),
    budget: requestBudget(services, response),
  };
  const isFresh = requestsFresh(request.get("Cache-Control"));
  const found = await services.librarySearch.search(box, caller, { isFresh });
  const { trackCount, artists, albums, genres, folders } = found.library;
  sendResults(
    { ...found, library: { trackCount, artists, albums, genres, folders } },
    request,
    response,
  );
}

/** Sends a page of the results of a search. */
function sendResults(
  {
    results,
    nextCursor,
    library,
    unavailableProviders,
  }: {
    readonly results: readonly SearchResult[];
    readonly nextCursor: string | null;
    readonly library?: SearchAnswer["library"];
    readonly unavailableProviders: readonly string[];
  },
  request: Request,
  response: Response,
): void {
  const { baseUrl } = localsOf(response);
  const data = results.map((result) => toSearchResultJson(result, baseUrl));
  linkPages({ nextCursor, previousCursor: null }, request, response);
  const page = nextCursor === null ? {} : { page: { nextCursor } };
  send({ data, ...(library && { library }), ...page }, unavailableProviders, response);
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

type SearchAnswer = JsonOf<typeof searchAnswer>;

function send(
  answer: Omit<SearchAnswer | JsonOf<typeof lookupAnswer>, "success">,
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
