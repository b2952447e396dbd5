import type { TrackKey } from "../../domain/track/track-key.js";

/** Remembers which track the audio with a digest was analysed as, also after its file was removed. */
export interface AudioContents {
  /** Returns the track that this audio was analysed as. */
  find(digest: string): Promise<TrackKey | undefined>;

  /** Remembers that this audio was analysed as this track, in place of any other. */
  save(digest: string, trackKey: TrackKey): Promise<void>;

  /** Forgets the audio of tracks, because it is no longer that of their analysis; unknown keys are ignored. */
  forget(trackKeys: readonly TrackKey[]): Promise<void>;
}
