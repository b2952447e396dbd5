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
import { spotifySearchOf, type PageName, type SpotifySearch } from "./search-parameters.js";
import type { RequestedId } from "../ready-analyses.js";
import { parseSpotifyId, parseSpotifyIds } from "./spotify-id.js";
import { toTrackObjectJson } from "./track-object-json.js";

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
    const trackKey = await services.identified.getTrackKey(requested.id, signal);
    const track = await services.tracks.find(trackKey);
    if (!track) throw new TrackNotFoundError(trackKey);
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
    const track = await tracks.find(await identified.getTrackKey(requested.id, signal));
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
    items: found.tracks.map((track) => toTrackObjectJson(track, track.trackKey, baseUrl)),
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
