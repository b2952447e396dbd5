import type { Router } from "express";
import { parseMusicServerName } from "../../domain/music-server/music-server.js";
import { shownStateOf, type ServerPlaylist } from "../../domain/music-server/server-playlist.js";
import { isoTime } from "../../http/iso-time.js";
import { routesFrom } from "../../http/route-table.js";
import type { Services } from "../../services/services.js";
import { readJsonBody } from "../request/json-body.js";
import type { JsonOf } from "../shapes/plain-shapes.js";
import type { serverPlaylistShape } from "./playlist-answers.js";
import { ownerOf } from "./playlist-owner.js";
import { serverPlaylistFrom } from "./playlist-requests.js";

/** The routes that keep playlists on music servers. An API key has access to its own playlists only. */
export function serverPlaylistRoutes({ access, serverPlaylists }: Services): Router {
  return routesFrom({
    "/playlists/:id/servers": {
      get: async (request, response) => {
        const owner = ownerOf(access, response, "read");
        const kept = await serverPlaylists.list(owner, request.params.id);
        response.json({ success: true, data: kept.map(toServerPlaylistJson) });
      },
    },
    "/playlists/:id/servers/:name": {
      put: async (request, response) => {
        const owner = ownerOf(access, response, "write");
        const { id, name } = request.params;
        const wanted = serverPlaylistFrom(await readJsonBody(request, response));
        const server = parseMusicServerName(name);
        const kept = await serverPlaylists.keep(owner, id, server, wanted);
        response.json({ success: true, data: toServerPlaylistJson(kept) });
      },
      delete: async (request, response) => {
        const owner = ownerOf(access, response, "write");
        const { id, name } = request.params;
        await serverPlaylists.takeBack(owner, id, parseMusicServerName(name));
        response.json({ success: true, data: null });
      },
    },
  });
}

function toServerPlaylistJson(kept: ServerPlaylist): JsonOf<typeof serverPlaylistShape> {
  const { server, kind, isPublic, login, sent, leftOut, sentAt, problem } = kept;
  return {
    ...{ server, kind, isPublic, user: login?.user ?? null, state: shownStateOf(kept) },
    songCount: sent?.songIds.length ?? null,
    leftOut,
    sentAt: sentAt === null ? null : isoTime(sentAt),
    problem,
  };
}
