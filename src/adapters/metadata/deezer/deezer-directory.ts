import type { TrackId } from "../../../domain/track/track-id.js";
import type { TrackCandidate } from "../../../domain/track/track.js";
import type { TrackDirectory } from "../../../ports/metadata/track-directory.js";
import type { DeezerProvider } from "./deezer-provider.js";

/** Deezer's tracks by its own ids and by ISRC. */
export class DeezerDirectory implements TrackDirectory {
  readonly name = "deezer";
  readonly isCacheable = true;

  constructor(private readonly needs: { readonly deezer: DeezerProvider }) {}

  knows(kind: TrackId["kind"]): boolean {
    return kind === "deezer" || kind === "isrc";
  }

  async find(id: TrackId, signal: AbortSignal): Promise<readonly TrackCandidate[]> {
    if (id.kind !== "deezer" && id.kind !== "isrc") return [];
    const found = await this.needs.deezer.findTrack(id, signal);
    return found === undefined ? [] : [found.candidate];
  }
}
