import type { OpenMusicServer } from "../../ports/music-servers/music-server-client.js";
import type { Clock } from "../../ports/runtime/clock.js";
import { MediaBrowserClient } from "./media-browser/media-browser-client.js";
import { SubsonicClient } from "./opensubsonic/subsonic-client.js";
import { PlexClient } from "./plex/plex-client.js";

/** Returns what makes a client of a server, by its kind. */
export const musicServerOpener =
  (needs: { readonly userAgent: string; readonly clock: Clock }): OpenMusicServer =>
  (server) => {
    const { kind } = server;
    switch (kind) {
      case "opensubsonic":
        return new SubsonicClient(server, needs);
      case "jellyfin":
      case "emby":
        return new MediaBrowserClient(server, { ...needs, kind });
      case "plex":
        return new PlexClient(server, needs);
    }
  };
