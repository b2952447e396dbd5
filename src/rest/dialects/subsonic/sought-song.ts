import { InvalidInputError } from "../../../domain/errors/request-errors.js";
import { UnknownTrackIdError } from "../../../domain/errors/not-found-errors.js";
import { parseTrackId } from "../../../domain/track/track-id.js";
import { trackKeyFrom, type TrackKey } from "../../../domain/track/track-key.js";
import type { Services } from "../../../services/services.js";

/** How a request names a song: by an id, or by its artist and its title. */
export interface NamedSong {
  /** The name of the parameter of the id, for messages. */
  readonly parameter: string;
  readonly id: string | undefined;
  readonly artist: string | undefined;
  readonly title: string | undefined;
}

/**
 * Returns the key of a song. An id is a track key, `isrc:` or `mbid:` and the id there, as `parseTrackId` reads it.
 *
 * @throws {InvalidInputError} the song is not named, or its id is malformed
 * @throws {UnknownTrackIdError} no track has the id
 * @throws {ProviderError} a directory failed, and no other knows the id
 */
export async function trackKeyOf(
  { parameter, id, artist, title }: NamedSong,
  { lookup }: Pick<Services, "lookup">,
  signal: AbortSignal,
): Promise<TrackKey> {
  if (id === undefined && artist !== undefined && title !== undefined) {
    return trackKeyFrom(artist, title);
  }
  if (id === undefined) {
    throw new InvalidInputError(parameter, "is required, or an artist and a title in its place");
  }
  const parsed = parseTrackId(id, parameter);
  if (parsed.kind === "trackKey") return parsed.trackKey;
  const [found] = (await lookup.get(parsed, signal)).tracks;
  if (found === undefined) throw new UnknownTrackIdError(id);
  return found.trackKey;
}
