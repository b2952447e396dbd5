import {
  ProviderError,
  ProviderRateLimitedError,
  ProviderUnavailableError,
} from "../domain/errors.js";
import type { SearchQuery } from "../domain/search-query.js";
import type { SearchOutcome, TrackCandidate } from "../domain/track.js";
import type { MetadataCache } from "../ports/metadata-cache.js";
import type { MetadataProvider } from "../ports/metadata-provider.js";
import { mergeCandidates } from "./candidate-merge.js";
import type { FailureLog } from "./failure-log.js";
import { matchScore } from "./match-score.js";

type Answer =
  | { readonly provider: string; readonly candidates: readonly TrackCandidate[] }
  | { readonly provider: string; readonly error: ProviderError };

/** Finds tracks by asking every provider, and remembers them for the analysis that may follow. */
export class SearchService {
  readonly #providers: readonly MetadataProvider[];
  readonly #cache: MetadataCache;
  readonly #failures: FailureLog;

  constructor(needs: {
    /** In order of preference: ties keep it, and the first names a merged track. */
    readonly providers: readonly MetadataProvider[];
    readonly cache: MetadataCache;
    readonly failures: FailureLog;
  }) {
    this.#providers = needs.providers;
    this.#cache = needs.cache;
    this.#failures = needs.failures;
  }

  /**
   * Tracks that answer the query, best first, at most `query.limit`, one per track key.
   *
   * Providers that could not answer are named in the outcome and do not fail it. The metadata of
   * every track returned is kept in the cache before this resolves.
   *
   * @throws {ProviderRateLimitedError} every provider asks us to slow down
   * @throws {ProviderError} every provider failed, for whatever reasons
   */
  async search(query: SearchQuery, signal: AbortSignal): Promise<SearchOutcome> {
    const answers = await Promise.all(
      this.#providers.map((provider) => this.#ask(provider, query, signal)),
    );
    const failed = answers.filter((answer) => "error" in answer);
    if (failed.length > 0 && failed.length === answers.length) throw failureOfAll(failed);

    const candidates = answers.flatMap((answer) => ("error" in answer ? [] : answer.candidates));
    const results = mergeCandidates(candidates)
      .map((track) => ({ track, matchScore: matchScore(query, track) }))
      .sort((left, right) => right.matchScore - left.matchScore)
      .slice(0, query.limit);
    await this.#cache.keepTracks(results.map(({ track }) => track));
    return { results, unavailableProviders: failed.map(({ provider }) => provider) };
  }

  async #ask(provider: MetadataProvider, query: SearchQuery, signal: AbortSignal): Promise<Answer> {
    try {
      return {
        provider: provider.name,
        candidates: await this.#candidates(provider, query, signal),
      };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      this.#failures.record(error);
      return { provider: provider.name, error };
    }
  }

  async #candidates(
    provider: MetadataProvider,
    query: SearchQuery,
    signal: AbortSignal,
  ): Promise<readonly TrackCandidate[]> {
    if (!provider.isCacheable) return provider.searchTracks(query, signal);
    const kept = await this.#cache.findAnswer(provider.name, query);
    if (kept !== undefined) return kept;
    const candidates = await provider.searchTracks(query, signal);
    await this.#cache.keepAnswer(provider.name, query, candidates);
    return candidates;
  }
}

function failureOfAll(
  failed: readonly { readonly provider: string; readonly error: ProviderError }[],
): ProviderError {
  const names = failed.map(({ provider }) => provider).join(", ");
  const waits = failed.flatMap(({ error }) =>
    error instanceof ProviderRateLimitedError ? [Number(error.facts["retryAfterSeconds"])] : [],
  );
  if (waits.length === failed.length) {
    return new ProviderRateLimitedError(names, Math.min(...waits));
  }
  const [only] = failed;
  return failed.length === 1 && only ? only.error : new ProviderUnavailableError(names);
}
