import type { AddedMusicServer } from "../../src/services/music-servers/music-server-service.js";
import { musicServer } from "./music-servers.js";

/** Returns a music server that is to be added. */
export function addedMusicServer(parts: Partial<AddedMusicServer> = {}): AddedMusicServer {
  const { name, kind, url, user, secret, ...others } = musicServer(parts);
  const { requestsPerSecond, bytesPerSecond, mounted } = others;
  return { name, kind, url, user, secret, requestsPerSecond, bytesPerSecond, mounted };
}
