import {
  parseMusicServerName,
  type SavedMusicServer,
} from "../../src/domain/music-server/music-server.js";
import type { Song } from "../../src/domain/music-server/song.js";

/** Returns a music server, called "home" unless it is stated otherwise. */
export function musicServer(
  parts: Partial<Omit<SavedMusicServer, "name">> & { readonly name?: string } = {},
): SavedMusicServer {
  const { name = "home", ...others } = parts;
  return {
    name: parseMusicServerName(name),
    kind: "opensubsonic",
    url: "http://nas:4533",
    user: "ann",
    secret: "secret",
    sendsPassword: false,
    requestsPerSecond: 1_000,
    bytesPerSecond: null,
    mounted: [],
    addedAt: 1_000,
    ...others,
  };
}

/** Returns a song of a music server, by its number. */
export function song(number: number, parts: Partial<Song> = {}): Song {
  return {
    id: `id-${number}`,
    relativePath: `Ann/First/Song ${number}.flac`,
    suffix: "flac",
    sizeBytes: 1_000 + number,
    tags: { artist: "Ann", trackName: `Song ${number}`, album: "First", hasCover: false },
    use: {},
    ...parts,
  };
}
