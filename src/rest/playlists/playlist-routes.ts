import { type Request, type RequestHandler, type Response, Router } from "express";
import { z } from "zod";
import { MAX_PLAYLIST_LENGTH, type Playlist } from "../../domain/playlist/playlist.js";
import { parseRowCursor } from "../../domain/playlist/row-cursor.js";
import { requestBudget } from "../../http/request-budget.js";
import { localsOf } from "../../http/request-locals.js";
import { routesFrom } from "../../http/route-table.js";
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from "../../services/catalogue/catalogue-service.js";
import type { PlaylistItem } from "../../services/playlists/playlist-rows.js";
import type { Services } from "../../services/services.js";
import { playlistTracksParameters } from "../catalogue/export-parameters.js";
import { exportableTypes, requestedFormat, sendExport } from "../catalogue/export-response.js";
import { readJsonBody } from "../request/json-body.js";
import { pageInfoFrom, windowOf } from "../request/key-window.js";
import { linkPages } from "../request/page-links.js";
import { toTrackJson } from "../track/track-json.js";
import { parametersIn, textOf } from "../shapes/url-parameters.js";
import { shaped } from "../request/shaped.js";
import {
  playlistCopyShape,
  playlistEditFrom,
  playlistFrom,
  playlistUndoShape,
} from "./playlist-requests.js";
import type { JsonOf } from "../shapes/plain-shapes.js";
import type { playlistRowShape } from "./playlist-answers.js";
import { toPlaylistJson } from "./playlist-json.js";
import { ownerOf } from "./playlist-owner.js";
import { serverPlaylistRoutes } from "./server-playlist-routes.js";

/** The routes of playlists that stay. An API key has access to its own playlists only. */
export function playlistRoutes(services: Services): Router {
  return Router().use(
    collectionRoutes(services),
    itemRoutes(services),
    changeRoutes(services),
    serverPlaylistRoutes(services),
    routesFrom({
      "/playlists/:id/rows": { get: rowsHandler(services) },
      "/playlists/:id/tracks": { produces: exportableTypes, get: tracksHandler(services) },
    }),
  );
}

function collectionRoutes(services: Services): Router {
  const { access, playlists } = services;
  return routesFrom({
    "/playlists": {
      get: async (_request, response) => {
        const found = await playlists.list(ownerOf(access, response, "read"));
        response.json({ success: true, data: found.map(toPlaylistJson) });
      },
      post: async (request, response) => {
        const owner = ownerOf(access, response, "write");
        const wanted = playlistFrom(await readJsonBody(request, response));
        const playlist = await playlists.create(owner, wanted, requestBudget(services, response));
        sendCreated(playlist, request, response);
      },
    },
  });
}

function sendCreated(playlist: Playlist, request: Request<object>, response: Response): void {
  response.status(201);
  response.location(`${localsOf(response).prefix}${request.baseUrl}/playlists/${playlist.id}`);
  response.json({ success: true, data: toPlaylistJson(playlist) });
}

/** The routes that make a playlist of another, or bring an earlier state of it back. */
function changeRoutes(services: Services): Router {
  const { access, playlists } = services;
  return routesFrom({
    "/playlists/:id/copies": {
      post: async (request, response) => {
        const owner = ownerOf(access, response, "write");
        const { name } = shaped(await readJsonBody(request, response), playlistCopyShape);
        const budget = requestBudget(services, response);
        const copy = await playlists.duplicate(owner, request.params.id, name, budget);
        sendCreated(copy, request, response);
      },
    },
    "/playlists/:id/undo": {
      post: async (request, response) => {
        const owner = ownerOf(access, response, "write");
        const { revision } = shaped(await readJsonBody(request, response), playlistUndoShape);
        const budget = requestBudget(services, response);
        const playlist = await playlists.undo(owner, request.params.id, revision, budget);
        response.json({ success: true, data: toPlaylistJson(playlist) });
      },
    },
  });
}

function itemRoutes(services: Services): Router {
  const { access, playlists } = services;
  return routesFrom({
    "/playlists/:id": {
      get: async (request, response) => {
        const playlist = await playlists.get(ownerOf(access, response, "read"), request.params.id);
        response.json({ success: true, data: toPlaylistJson(playlist) });
      },
      put: async (request, response) => {
        const owner = ownerOf(access, response, "write");
        const wanted = playlistFrom(await readJsonBody(request, response));
        const budget = requestBudget(services, response);
        const playlist = await playlists.change(owner, request.params.id, wanted, budget);
        response.json({ success: true, data: toPlaylistJson(playlist) });
      },
      patch: async (request, response) => {
        const owner = ownerOf(access, response, "write");
        const edit = playlistEditFrom(await readJsonBody(request, response));
        const budget = requestBudget(services, response);
        const playlist = await playlists.edit(owner, request.params.id, edit, budget);
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
  const { access, playlists } = services;
  return async (request, response) => {
    const playlist = await playlists.get(ownerOf(access, response, "read"), request.params.id);
    parametersIn(request.url, playlistTracksParameters);
    const format = requestedFormat(request, response);
    const budget = requestBudget(services, response);
    if (format !== undefined) {
      const trackKeys = await playlists.tracksOf(playlist, budget);
      const selection = { kind: "tracks", trackKeys } as const;
      await sendExport(services, { selection, format, title: playlist.name }, request, response);
      return;
    }
    const found = await playlists.presentTracks(playlist, MAX_PLAYLIST_LENGTH, budget);
    const { baseUrl } = localsOf(response);
    response.json({ success: true, data: found.map((track) => toTrackJson(track, baseUrl)) });
  };
}

/** The parameters of `GET /playlists/{id}/rows`. */
export const playlistRowsParameters = z.strictObject({
  limit: textOf(z.int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE)).describe(
    "Maximum number of rows to return.",
  ),
  cursor: z.string().optional().describe("Return rows after this cursor."),
  before: z
    .string()
    .optional()
    .describe("Return rows before this cursor. Cannot be combined with `cursor`."),
});

/** Handles `GET /playlists/{id}/rows`: what a playlist has at each position. */
function rowsHandler(services: Services): RequestHandler<{ readonly id: string }> {
  const { access, playlists } = services;
  return async (request, response) => {
    const playlist = await playlists.get(ownerOf(access, response, "read"), request.params.id);
    const window = windowOf(parametersIn(request.url, playlistRowsParameters), parseRowCursor);
    const found = await playlists.pageOf(playlist, window, requestBudget(services, response));
    const page = pageInfoFrom(
      found,
      found.items.map(({ cursor }) => cursor),
    );
    linkPages(page, request, response);
    const { baseUrl } = localsOf(response);
    const data = found.items.map((item) => toPlaylistRowJson(item, baseUrl));
    response.json({ success: true, data, page: { ...page, revision: playlist.revision } });
  };
}

function toPlaylistRowJson(
  { position, row, note, isMissing, track }: PlaylistItem,
  baseUrl: string,
): JsonOf<typeof playlistRowShape> {
  return {
    ...{ position, row: row?.number ?? null, note, isMissing },
    addedAs: row && {
      recordingId: row.recordingId,
      artist: row.artist,
      trackName: row.trackName,
      duration_ms: row.durationMs,
    },
    track: track ? toTrackJson(track, baseUrl) : null,
  };
}
