import type { TrackKey } from "../../src/domain/track/track-key.js";
import type { AudioSource, EncodedAudio } from "../../src/ports/analysis/audio-source.js";
import type { NewJob } from "../../src/ports/analysis/job-queue.js";

/** A source that has a few bytes for every track, except the given ones. */
export class FakeAudioSource implements AudioSource {
  readonly name = "library";
  readonly #missing: ReadonlySet<TrackKey>;

  constructor({ lacks = [] }: { readonly lacks?: readonly TrackKey[] } = {}) {
    this.#missing = new Set(lacks);
  }

  find({ track }: Pick<NewJob, "track">): Promise<EncodedAudio | undefined> {
    if (this.#missing.has(track.trackKey)) return Promise.resolve(undefined);
    return Promise.resolve({ kind: "memory", bytes: Buffer.from(track.trackKey) });
  }
}
