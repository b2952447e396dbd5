import type { TrackId } from "../../../domain/track/track-id.js";
import type { TrackCandidate } from "../../../domain/track/track.js";
import type { LibraryStore } from "../../../ports/library/library-store.js";
import type { TrackDirectory } from "../../../ports/metadata/track-directory.js";
import { candidateFrom } from "./library-provider.js";

/** Finds library files by the ISRC and the MusicBrainz id in their tags. */
export class LibraryDirectory implements TrackDirectory {
  readonly name = "library";
  readonly isCacheable = false;

  constructor(private readonly needs: { readonly store: LibraryStore }) {}

  knows(kind: TrackId["kind"]): boolean {
    return kind === "isrc" || kind === "mbid";
  }

  async find(id: TrackId, signal: AbortSignal): Promise<readonly TrackCandidate[]> {
    signal.throwIfAborted();
    if (id.kind !== "isrc" && id.kind !== "mbid") return [];
    return (await this.needs.store.findByCode(id)).map(candidateFrom);
  }
}
