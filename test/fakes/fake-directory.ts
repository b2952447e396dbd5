import type { TrackCandidate } from "../../src/domain/track/track.js";
import type { TrackDirectory } from "../../src/ports/metadata/track-directory.js";

/** A catalogue that answers every id with the same recordings, or the same failure. */
export class FakeDirectory implements TrackDirectory {
  readonly isCacheable = false;
  #answer: readonly TrackCandidate[] | Error = [];

  constructor(readonly name: string) {}

  /** From now on, what it answers or how it fails. */
  answerWith(answer: readonly TrackCandidate[] | Error): void {
    this.#answer = answer;
  }

  knows(): boolean {
    return true;
  }

  find(): Promise<readonly TrackCandidate[]> {
    const answer = this.#answer;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  }
}
