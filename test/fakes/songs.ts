import type { StandInSong } from "./stand-in-music-server.js";

/** Returns songs of a stand-in server, of one artist and one album, with so many bytes each. */
export function standInSongs(count: number, byteCount = 1_000): readonly StandInSong[] {
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    const title = `Song ${number}`;
    return {
      id: `id-${number}`,
      bytes: Buffer.alloc(byteCount + index, number % 251),
      suffix: "flac",
      title,
      artist: "Ann",
      album: "First",
      track: number,
      duration: 180,
      path: `Ann/First/${String(number).padStart(2, "0")} - ${title}.flac`,
    };
  });
}
