import { refOf } from "./track-ref.js";
import type { Track } from "./track.js";

/** Path of the placeholder picture for tracks without one, below the server's own address. */
export const PLACEHOLDER_PATH = "/artwork/placeholder.svg";

/**
 * Returns the URL of a track's picture, always absolute: the original URL of a remote picture, else
 * a URL below `baseUrl`, which is the placeholder for tracks without a picture.
 *
 * @param baseUrl the URL of this server as the client reaches it, without a slash at the end
 */
export function artworkUrlFrom(
  baseUrl: string,
  track: Pick<Track, "trackKey" | "recordingId" | "artwork">,
): string {
  const { artwork } = track;
  switch (artwork.kind) {
    case "remote":
      return artwork.url;
    case "embedded":
      return `${baseUrl}/artwork/${refOf(track)}`;
    case "none":
      return `${baseUrl}${PLACEHOLDER_PATH}`;
  }
}
