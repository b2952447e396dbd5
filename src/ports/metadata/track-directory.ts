import type { TrackId } from "../../domain/track/track-id.js";
import type { TrackCandidate } from "../../domain/track/track.js";

/** A catalogue that knows recordings by ids. */
export interface TrackDirectory {
  /** The name of the provider whose catalogue it is, e.g. "deezer". */
  readonly name: string;

  /** Whether its answers are worth keeping: one that costs a network request is. */
  readonly isCacheable: boolean;

  /** Whether it knows ids of this kind at all. */
  knows(kind: TrackId["kind"]): boolean;

  /**
   * The recordings that go by an id, perhaps several, perhaps none.
   *
   * @throws {ProviderError} unable to say
   * @throws {unknown} `signal.reason`, when aborted
   */
  find(id: TrackId, signal: AbortSignal): Promise<readonly TrackCandidate[]>;
}
