import { type RequestHandler, type Response, Router } from "express";
import type { Scope } from "../../domain/api-key.js";
import type { Playlist } from "../../domain/playlist/playlist.js";
import { forbidCaching } from "../../http/caching.js";
import { requestBudget } from "../../http/request-budget.js";
import { identityOf, localsOf } from "../../http/request-locals.js";
import { routesFrom } from "../../http/route-table.js";
import { isoTime } from "../../http/iso-time.js";
import type { Services } from "../../services/services.js";
import { playlistTracksParameters } from "../catalogue/export-parameters.js";
import { exportableTypes, requestedFormat, sendExport } from "../catalogue/export-response.js";
import { readJsonBody } from "../request/json-body.js";
import { toTrackJson } from "../track/track-json.js";
import { parametersIn } from "../shapes/url-parameters.js";
import { playlistFrom } from "./playlist-requests.js";
import type { JsonOf } from "../shapes/plain-shapes.js";
import type { playlistShape } from "./playlist-answers.js";

/** The routes of playlists that stay. An API key has access to its own playlists only. */
export function playlistRoutes(services: Services): Router {
  return Router().use(
    collectionRoutes(services),
    itemRoutes(services),
    routesFrom({
      "/playlists/:id/tracks": { produces: exportableTypes, get: tracksHandler(services) },
    }),
  );
}

function collectionRoutes({ access, playlists }: Services): Router {
  return routesFrom({
    "/playlists": {
      get: async (_request, response) => {
        const found = await playlists.list(ownerOf(access, response, "read"));
        response.json({ success: true, data: found.map(toPlaylistJson) });
      },
      post: async (request, response) => {
        const owner = ownerOf(access, response, "write");
        const wanted = playlistFrom(await readJsonBody(request, response));
        const playlist = await playlists.create(owner, wanted);
        response.status(201);
        response.location(
          `${localsOf(response).prefix}${request.baseUrl}/playlists/${playlist.id}`,
        );
        response.json({ success: true, data: toPlaylistJson(playlist) });
      },
    },
  });
}

function itemRoutes({ access, playlists }: Services): Router {
  return routesFrom({
    "/playlists/:id": {
      get: async (request, response) => {
        const playlist = await playlists.get(ownerOf(access, response, "read"), request.params.id);
        response.json({ success: true, data: toPlaylistJson(playlist) });
      },
      put: async (request, response) => {
        const owner = ownerOf(access, response, "write");
        const wanted = playlistFrom(await readJsonBody(request, response));
        const playlist = await playlists.change(owner, request.params.id, wanted);
        response.json({ success: true, data: toPlaylistJson(playlist) });
      },
      delete: async (request, response) => {
        await playlists.remove(ownerOf(access, response, "write"), request.params.id);
        response.json({ success: true, data: null });
      },
    },
  });
}

/** Handles `GET /playlists/{id}/tracks`: the tracks that a playlist has now, or an export of them. */
function tracksHandler(services: Services): RequestHandler<{ readonly id: string }> {
  const { access, playlists, tracks } = services;
  return async (request, response) => {
    const playlist = await playlists.get(ownerOf(access, response, "read"), request.params.id);
    parametersIn(request.url, playlistTracksParameters);
    const format = requestedFormat(request, response);
    const trackKeys = await playlists.tracksOf(playlist, requestBudget(services, response));
    if (format !== undefined) {
      const selection = { kind: "tracks", trackKeys } as const;
      await sendExport(services, { selection, format, title: playlist.name }, request, response);
      return;
    }
    const found = await tracks.findMany(trackKeys);
    const { baseUrl } = localsOf(response);
    const data = found.flatMap((track) => (track ? [toTrackJson(track, baseUrl)] : []));
    response.json({ success: true, data });
  };
}

/** Returns the API key of a request. Responses are kept for no other key. */
function ownerOf(access: Services["access"], response: Response, scope: Scope): string {
  forbidCaching(response);
  const identity = identityOf(response);
  access.requireScope(identity, "read");
  return access.requireScope(identity, scope).lookup;
}

function toPlaylistJson({
  id,
  name,
  recipe,
  isWritten,
  ...times
}: Playlist): JsonOf<typeof playlistShape> {
  const { path, spreadArtists = null, ...selection } = recipe;
  return {
    ...{
      id,
      name,
      ...selection,
      spreadArtists,
      from: path?.from ?? null,
      to: path?.to ?? null,
      isWritten,
    },
    createdAt: isoTime(times.createdAt),
    changedAt: isoTime(times.changedAt),
  };
}
