import type { Sound } from "../../src/domain/fingerprint/sound.js";
import type { TrackCandidate } from "../../src/domain/track/track.js";
import type { SoundDirectory } from "../../src/ports/metadata/sound-directory.js";

/** A directory that returns the same tracks for every sound, or the same failure. Its replies are cached. */
export class FakeSoundDirectory implements SoundDirectory {
  readonly name = "acoustid";
  readonly isCacheable = true;
  /** The sounds that it was asked for, in order. */
  readonly asked: Sound[] = [];
  #answer: readonly TrackCandidate[] | Error = [];

  /** Sets its result or its failure from now on. */
  answerWith(answer: readonly TrackCandidate[] | Error): void {
    this.#answer = answer;
  }

  findBySound(sound: Sound): Promise<readonly TrackCandidate[]> {
    this.asked.push(sound);
    const answer = this.#answer;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  }
}
