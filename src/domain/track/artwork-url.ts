import type { Track } from "./track.js";

/** Where the picture stands that is shown for tracks without one, below the server's own address. */
export const placeholderPath = "/artwork/placeholder.svg";

/**
 * The address of a track's picture, always absolute: the picture's own where it lies elsewhere,
 * else one below `baseUrl` that this server answers, with the placeholder for tracks without one.
 *
 * @param baseUrl this server as the client reaches it, without a slash at the end
 */
export function artworkUrlFrom(
  baseUrl: string,
  track: Pick<Track, "trackKey" | "artwork">,
): string {
  const { artwork } = track;
  switch (artwork.kind) {
    case "remote":
      return artwork.url;
    case "embedded":
      return `${baseUrl}/artwork/${track.trackKey}`;
    case "none":
      return `${baseUrl}${placeholderPath}`;
  }
}
