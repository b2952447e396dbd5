import type { Request, RequestHandler, Response, Router } from "express";
import { TrackNotFoundError } from "../../../domain/errors/not-found-errors.js";
import { forbidCaching } from "../../../http/caching.js";
import { clientSignal } from "../../../http/client-signal.js";
import { identityOf, localsOf } from "../../../http/request-locals.js";
import { routesFrom } from "../../../http/route-table.js";
import type { Services } from "../../../services/services.js";
import { queryParametersOf } from "../../request/query-parameters.js";
import { sendTaggedJson } from "../../tagged-response.js";
import { FieldedSearch, type FoundWindow } from "./fielded-search.js";
import type { RequestedId } from "../ready-analyses.js";
import { parseSpotifyId, parseSpotifyIds, spotifyIdOf } from "./spotify-id.js";
import { toTrackObjectJson } from "./track-object-json.js";
import { InvalidInputError } from "../../../domain/errors/request-errors.js";
import { parseCount } from "../../../domain/parse-count.js";
import { type FieldedQuery, parseFieldedQuery } from "./fielded-query.js";

/** What Spotify's search finds, by the value of `type`, and the name of its page in the answer. */
const PAGES_BY_TYPE = {
  album: "albums",
  artist: "artists",
  playlist: "playlists",
  track: "tracks",
  show: "shows",
  episode: "episodes",
  audiobook: "audiobooks",
} as const;

/** Maximum number of tracks in one request, the same as in Spotify's API. */
const MAX_TRACKS = 50;

/** The routes of tracks by id, of the search and of the caller, in Spotify's format. */
export function spotifyTrackRoutes(services: Services): Router {
  return routesFrom({
    "/tracks": { get: tracksHandler(services) },
    "/tracks/:id": { get: trackHandler(services) },
    "/search": { get: searchHandler(services) },
    "/me": {
      get: (_request, response) => {
        const { lookup, name } = services.access.requireScope(identityOf(response), "read");
        forbidCaching(response);
        response.json(toUserJson(lookup, name));
      },
    },
  });
}

function trackHandler(services: Services): RequestHandler<{ readonly id: string }> {
  return async (request, response) => {
    const requested = parseSpotifyId(request.params.id);
    const signal = clientSignal(response);
    const ref = await services.identified.getRef(requested.id, signal);
    const track = await services.tracks.find(ref);
    if (!track) throw new TrackNotFoundError(ref);
    send(toTrackObjectJson(track, requested.text, localsOf(response).baseUrl), request, response);
  };
}

function tracksHandler(services: Services): RequestHandler {
  return async (request, response) => {
    const { ids } = queryParametersOf(request.url, ["ids"]);
    const requested = parseSpotifyIds(ids, MAX_TRACKS);
    const signal = clientSignal(response);
    const objects = await Promise.all(
      requested.map((one) => objectOf(one, services, signal, response)),
    );
    send({ tracks: objects }, request, response);
  };
}

/** Returns the track object of an id; `null` where no track is found. Failures of directories are recorded. */
async function objectOf(
  requested: RequestedId | undefined,
  { identified, tracks, failures }: Services,
  signal: AbortSignal,
  response: Response,
): Promise<object | null> {
  if (!requested) return null;
  const { baseUrl, requestId } = localsOf(response);
  try {
    const track = await tracks.find(await identified.getRef(requested.id, signal));
    return track ? toTrackObjectJson(track, requested.text, baseUrl) : null;
  } catch (error) {
    signal.throwIfAborted();
    failures.record(error, { requestId });
    return null;
  }
}

function searchHandler({ search: tracks, lookup }: Services): RequestHandler {
  const fieldedSearch = new FieldedSearch({ search: tracks, lookup });
  return async (request, response) => {
    const search = spotifySearchOf(request.url);
    const isOfTracks = search.pageNames.includes("tracks");
    const found = isOfTracks
      ? await fieldedSearch.find(search.query, search, clientSignal(response))
      : nothing;
    const { baseUrl } = localsOf(response);
    const pages: Partial<Record<PageName, object>> = {};
    for (const name of search.pageNames) {
      pages[name] = pageJson(name === "tracks" ? found : nothing, search, baseUrl);
    }
    if (found.unavailableProviders.length > 0) {
      response.set("Overtone-Unavailable-Providers", found.unavailableProviders.join(", "));
    }
    send(pages, request, response);
  };
}

const nothing: FoundWindow = {
  tracks: [],
  hasMore: false,
  knownCount: 0,
  unavailableProviders: [],
};

/** Converts the found tracks to Spotify's paging object. */
function pageJson(found: FoundWindow, search: SpotifySearch, baseUrl: string): object {
  const { limit, offset, text, types } = search;
  const hrefAt = (start: number): string => {
    const query = { q: text, type: types, offset: `${start}`, limit: `${limit}` };
    return `${baseUrl}/v1/search?${new URLSearchParams(query).toString()}`;
  };
  const hasNext = found.hasMore && limit > 0;
  return {
    href: hrefAt(offset),
    limit,
    next: hasNext ? hrefAt(offset + limit) : null,
    offset,
    previous: offset > 0 && limit > 0 ? hrefAt(Math.max(0, offset - limit)) : null,
    total: found.knownCount,
    items: found.tracks.map((track) => toTrackObjectJson(track, spotifyIdOf(track), baseUrl)),
  };
}

/**
 * Converts an API key to Spotify's user object: its public part as the id, and its name.
 *
 * Source: Spotify, "Web API Reference", PrivateUserObject.
 */
function toUserJson(id: string, name: string): object {
  return {
    country: null,
    display_name: name,
    email: null,
    external_urls: {},
    followers: { href: null, total: null },
    href: null,
    id,
    images: [],
    product: null,
    type: "user",
    uri: null,
  };
}

function send(body: object, request: Request<object>, response: Response): void {
  response.set("Cache-Control", "private, no-cache").vary("Authorization");
  sendTaggedJson(body, request, response);
}

/** The name of a page in an answer to a search. */
export type PageName = (typeof PAGES_BY_TYPE)[keyof typeof PAGES_BY_TYPE];

/** A search in Spotify's format. */
export interface SpotifySearch {
  readonly text: string;
  readonly query: FieldedQuery;
  readonly types: string;
  readonly pageNames: readonly PageName[];
  /** 0..50. */
  readonly limit: number;
  /** 0..1000. */
  readonly offset: number;
}

/**
 * Parses the search of a URL. `market` and `include_external` change nothing here.
 *
 * @throws {InvalidInputError} names the parameter that is missing or malformed
 */
function spotifySearchOf(url: string): SpotifySearch {
  const names = ["q", "type", "limit", "offset"] as const;
  const { q, type, limit, offset } = queryParametersOf(url, names);
  const query = parseFieldedQuery(q, "q");
  if (type === undefined || type === "") throw new InvalidInputError("type", "is required");
  return {
    text: q ?? "",
    query,
    types: type,
    pageNames: [...new Set(type.split(",").map((name) => pageNameOf(name.trim())))],
    limit: parseCount(limit, { parameter: "limit", defaultValue: 20, min: 0, max: 50 }),
    offset: parseCount(offset, { parameter: "offset", defaultValue: 0, min: 0, max: 1000 }),
  };
}

function pageNameOf(type: string): PageName {
  if (type in PAGES_BY_TYPE) return PAGES_BY_TYPE[type as keyof typeof PAGES_BY_TYPE];
  const known = Object.keys(PAGES_BY_TYPE).join(", ");
  throw new InvalidInputError("type", `must be one or more of ${known}, separated by commas`);
}
