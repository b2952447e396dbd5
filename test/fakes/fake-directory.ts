import type { TrackCandidate } from "../../src/domain/track/track.js";
import type { TrackId } from "../../src/domain/track/track-id.js";
import type { TrackDirectory } from "../../src/ports/metadata/track-directory.js";

/**
 * A directory that returns the same recordings for every id, or the same failure; but others for the
 * MusicBrainz ids that it has learnt.
 */
export class FakeDirectory implements TrackDirectory {
  readonly isCacheable = false;
  #answer: readonly TrackCandidate[] | Error = [];
  readonly #learnt = new Map<string, readonly TrackCandidate[]>();

  constructor(readonly name: string) {}

  /** Sets its result or its failure from now on. */
  answerWith(answer: readonly TrackCandidate[] | Error): void {
    this.#answer = answer;
  }

  /** Sets what it returns for a MusicBrainz id from now on, whatever else it answers. */
  learn(musicbrainzId: string, recordings: readonly TrackCandidate[]): void {
    this.#learnt.set(musicbrainzId, recordings);
  }

  knows(): boolean {
    return true;
  }

  find(id: TrackId): Promise<readonly TrackCandidate[]> {
    const learnt = id.kind === "mbid" ? this.#learnt.get(id.musicbrainzId) : undefined;
    const answer = learnt ?? this.#answer;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  }
}
