import { isSameRecording } from "../../../domain/track/recording.js";
import type { Track } from "../../../domain/track/track.js";
import type { AudioSource, EncodedAudio } from "../../../ports/analysis/audio-source.js";
import type { NewJob } from "../../../ports/analysis/job-queue.js";
import type { DeezerProvider } from "./deezer-provider.js";
import type { DeezerTrack } from "./deezer-response.js";
import type { ProviderClient } from "../client/provider-client.js";

/** A preview, 30 s of MP3, takes half a megabyte; a file of eight times that is no preview. */
const MAX_PREVIEW_BYTES = 4 * 1024 * 1024;

/** Number of search results that are considered. */
const MAX_CANDIDATES = 10;

type Find = () => Promise<DeezerTrack | undefined>;

/**
 * Deezer's previews: 30 s from the middle of a track, held in memory only.
 *
 * A preview's address is valid for minutes, so the track is requested anew each time. A preview is
 * used only when its names and its length are those of the requested recording.
 */
export class DeezerPreviewSource implements AudioSource {
  readonly name = "deezer";
  readonly coverage = "excerpt";

  constructor(
    private readonly needs: { readonly deezer: DeezerProvider; readonly client: ProviderClient },
  ) {}

  async find({ track, file }: NewJob, signal: AbortSignal): Promise<EncodedAudio | undefined> {
    if (file !== undefined) return undefined;
    for (const find of this.#lookupsOf(track, signal)) {
      const found = await find();
      if (found?.previewUrl === undefined) continue;
      if (!isSameRecording(found.candidate, track)) continue;
      const address = new URL(found.previewUrl);
      const limitBytes = MAX_PREVIEW_BYTES;
      const bytes = await this.needs.client.getBytes(address, { signal, limitBytes });
      return { kind: "memory", bytes };
    }
    return undefined;
  }

  /** The ways to find the track: by its Deezer id, by its ISRC, and by its names, as far as known. */
  #lookupsOf(track: Track, signal: AbortSignal): readonly Find[] {
    const { deezerId, isrc } = track;
    return [
      ...(deezerId === undefined ? [] : [() => this.needs.deezer.findTrack({ deezerId }, signal)]),
      ...(isrc === undefined ? [] : [() => this.needs.deezer.findTrack({ isrc }, signal)]),
      () => this.#search(track, signal),
    ];
  }

  async #search(track: Track, signal: AbortSignal): Promise<DeezerTrack | undefined> {
    const query = { artist: track.artist, track: track.trackName, limit: MAX_CANDIDATES };
    const { candidates } = await this.needs.deezer.searchTracks(query, signal);
    const deezerId = candidates.find((found) => isSameRecording(found, track))?.deezerId;
    return deezerId === undefined ? undefined : this.needs.deezer.findTrack({ deezerId }, signal);
  }
}
