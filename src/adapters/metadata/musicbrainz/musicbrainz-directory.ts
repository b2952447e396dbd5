import type { TrackId } from "../../../domain/track/track-id.js";
import type { TrackCandidate } from "../../../domain/track/track.js";
import type { TrackDirectory } from "../../../ports/metadata/track-directory.js";
import type { MusicbrainzProvider } from "./musicbrainz-provider.js";

/**
 * Finds MusicBrainz's recordings by its own ids, by ISRC, which may give several, and by the ids of
 * Spotify tracks that they are linked to.
 */
export class MusicbrainzDirectory implements TrackDirectory {
  readonly name = "musicbrainz";
  readonly isCacheable = true;

  constructor(private readonly needs: { readonly musicbrainz: MusicbrainzProvider }) {}

  knows(kind: TrackId["kind"]): boolean {
    return kind === "mbid" || kind === "isrc" || kind === "spotify";
  }

  async find(id: TrackId, signal: AbortSignal): Promise<readonly TrackCandidate[]> {
    if (id.kind === "spotify") return this.needs.musicbrainz.findBySpotifyId(id.spotifyId, signal);
    if (id.kind !== "mbid" && id.kind !== "isrc") return [];
    return this.needs.musicbrainz.findRecordings(id, signal);
  }
}
