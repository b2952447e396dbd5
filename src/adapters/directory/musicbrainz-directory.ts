import type { TrackId } from "../../domain/track-id.js";
import type { TrackCandidate } from "../../domain/track.js";
import type { TrackDirectory } from "../../ports/track-directory.js";
import type { MusicbrainzProvider } from "../metadata/musicbrainz/musicbrainz-provider.js";

/** MusicBrainz' recordings by its own ids and by ISRC, by which it often knows several. */
export class MusicbrainzDirectory implements TrackDirectory {
  readonly name = "musicbrainz";
  readonly isCacheable = true;
  readonly #musicbrainz: MusicbrainzProvider;

  constructor({ musicbrainz }: { readonly musicbrainz: MusicbrainzProvider }) {
    this.#musicbrainz = musicbrainz;
  }

  knows(kind: TrackId["kind"]): boolean {
    return kind === "mbid" || kind === "isrc";
  }

  async find(id: TrackId, signal: AbortSignal): Promise<readonly TrackCandidate[]> {
    if (id.kind !== "mbid" && id.kind !== "isrc") return [];
    return this.#musicbrainz.findRecordings(id, signal);
  }
}
