import type { TrackCandidate } from "../../src/domain/track/track.js";
import type { TrackDirectory } from "../../src/ports/metadata/track-directory.js";

/** A directory that returns the same recordings for every id, or the same failure. */
export class FakeDirectory implements TrackDirectory {
  readonly isCacheable = false;
  #answer: readonly TrackCandidate[] | Error = [];

  constructor(readonly name: string) {}

  /** Sets its result or its failure from now on. */
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
