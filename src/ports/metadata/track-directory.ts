import type { TrackId } from "../../domain/track/track-id.js";
import type { TrackCandidate } from "../../domain/track/track.js";

/** A catalogue in which recordings can be looked up by an id. */
export interface TrackDirectory {
  /** Name of the provider of the catalogue, e.g. "deezer". */
  readonly name: string;

  /** Whether its replies are cached: true where a lookup costs a network request. */
  readonly isCacheable: boolean;

  /** Returns whether it supports ids of this kind. */
  knows(kind: TrackId["kind"]): boolean;

  /**
   * Returns the recordings that have an id: none, one or several.
   *
   * @throws {ProviderError} the provider is unreachable, or its reply cannot be read
   * @throws {unknown} `signal.reason`, when aborted
   */
  find(id: TrackId, signal: AbortSignal): Promise<readonly TrackCandidate[]>;
}

/** Returns whether a provider is also a directory. */
export function isDirectory<Provider extends object>(
  provider: Provider,
): provider is Provider & TrackDirectory {
  return "knows" in provider && "find" in provider;
}
