import { Router } from "express";
import { isOfSetting, parseMusicServerName } from "../../domain/music-server/music-server.js";
import { forbidCaching } from "../../http/caching.js";
import { isoTime } from "../../http/iso-time.js";
import { identityOf } from "../../http/request-locals.js";
import { routesFrom } from "../../http/route-table.js";
import type { KnownMusicServer } from "../../services/music-servers/music-server-service.js";
import type { CheckedMusicServer } from "../../services/music-servers/music-server-trial.js";
import type { Services } from "../../services/services.js";
import { readJsonBody } from "../request/json-body.js";
import type { JsonOf } from "../shapes/plain-shapes.js";
import type { checkedMusicServerShape, musicServerShape } from "./music-server-answers.js";
import { musicServerFrom } from "./music-server-requests.js";

/** The routes of the music servers of the library, for keys that manage the server. */
export function musicServerRoutes(services: Services): Router {
  return Router().use(collectionRoutes(services), itemRoutes(services), checkRoutes(services));
}

function collectionRoutes({ access, musicServers }: Services): Router {
  return routesFrom({
    "/library/servers": {
      get: async (_request, response) => {
        access.requireScope(identityOf(response), "admin");
        const servers = await musicServers.list();
        forbidCaching(response);
        response.json({ success: true, data: servers.map(toMusicServerJson) });
      },
    },
  });
}

function itemRoutes({ access, musicServers }: Services): Router {
  return routesFrom({
    "/library/servers/:name": {
      put: async (request, response) => {
        access.requireScope(identityOf(response), "admin");
        const body = await readJsonBody(request, response);
        const known = await musicServers.add(musicServerFrom(request.params.name, body));
        forbidCaching(response);
        response.json({ success: true, data: toMusicServerJson(known) });
      },
      delete: async (request, response) => {
        access.requireScope(identityOf(response), "admin");
        const songs = await musicServers.remove(parseMusicServerName(request.params.name));
        forbidCaching(response);
        response.json({ success: true, data: { songs } });
      },
    },
  });
}

function checkRoutes({ access, musicServers }: Services): Router {
  return routesFrom({
    "/library/servers/:name/check": {
      post: async (request, response) => {
        access.requireScope(identityOf(response), "admin");
        const checked = await musicServers.check(parseMusicServerName(request.params.name));
        forbidCaching(response);
        response.json({ success: true, data: toCheckedJson(checked) });
      },
    },
  });
}

function toMusicServerJson(known: KnownMusicServer): JsonOf<typeof musicServerShape> {
  const { name, kind, url, user, folder, fileCount } = known;
  const { requestsPerSecond, bytesPerSecond, mounted, problem = null } = known;
  const limits = { requestsPerSecond, bytesPerSecond };
  const about = { name, kind, url, user, folder, fileCount };
  const addedAt = known.addedAt === null ? null : isoTime(known.addedAt);
  const origin = { isConfigured: isOfSetting(known), addedAt };
  return { ...about, ...limits, mounted: [...mounted], ...origin, problem };
}

function toCheckedJson(checked: CheckedMusicServer): JsonOf<typeof checkedMusicServerShape> {
  const { product, version, isScanning, problem = null } = checked;
  return { product, version, isScanning, problem };
}
