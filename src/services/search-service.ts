import {
  ProviderError,
  ProviderRateLimitedError,
  ProviderUnavailableError,
  TimedOutError,
} from "../domain/errors.js";
import type { SearchQuery } from "../domain/search-query.js";
import type { SearchOutcome, TrackCandidate } from "../domain/track.js";
import type { Clock } from "../ports/clock.js";
import type { MetadataCache } from "../ports/metadata-cache.js";
import type { MetadataProvider } from "../ports/metadata-provider.js";
import { mergeCandidates } from "./candidate-merge.js";
import type { FailureLog } from "./failure-log.js";
import { matchScore } from "./match-score.js";
import { ProviderAnswers, type Wanting } from "./provider-answers.js";

type Answer =
  | { readonly provider: string; readonly candidates: readonly TrackCandidate[] }
  | { readonly provider: string; readonly error: ProviderError };

/** Finds tracks by asking every provider, and remembers them for the analysis that may follow. */
export class SearchService {
  readonly #providers: readonly MetadataProvider[];
  readonly #cache: MetadataCache;
  readonly #failures: FailureLog;
  readonly #clock: Clock;
  readonly #deadlineMilliseconds: number;
  readonly #answers: ProviderAnswers;

  constructor(needs: {
    /** In order of preference: ties keep it, and the first names a merged track. */
    readonly providers: readonly MetadataProvider[];
    readonly cache: MetadataCache;
    readonly failures: FailureLog;
    readonly clock: Clock;
    /** How long the providers may take, all together; milliseconds, > 0. */
    readonly deadlineMilliseconds: number;
  }) {
    this.#providers = needs.providers;
    this.#cache = needs.cache;
    this.#failures = needs.failures;
    this.#clock = needs.clock;
    this.#deadlineMilliseconds = needs.deadlineMilliseconds;
    this.#answers = new ProviderAnswers(needs);
  }

  /**
   * Tracks that answer the query, best first, at most `query.limit`, one per track key.
   *
   * Providers are asked side by side. Those that could not answer, or not before the deadline, are
   * named in the outcome and do not fail it. The metadata of every track returned is kept in the
   * cache before this resolves.
   *
   * @param options.isFresh whether to ask the providers even where their answers are remembered
   * @throws {ProviderRateLimitedError} every provider asks us to slow down
   * @throws {ProviderError} every provider failed, for whatever reasons
   */
  async search(
    query: SearchQuery,
    signal: AbortSignal,
    { isFresh = false }: { readonly isFresh?: boolean } = {},
  ): Promise<SearchOutcome> {
    const answers = await this.#askAll(query, { signal, isFresh });
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

  /** What each provider answers before the deadline; whoever has not by then is asked no longer. */
  async #askAll(query: SearchQuery, { signal, isFresh }: Wanting): Promise<readonly Answer[]> {
    const milliseconds = this.#deadlineMilliseconds;
    const overdue = new TimedOutError("The search", milliseconds / 1000);
    const deadline = new AbortController();
    const finished = new AbortController();
    void this.#clock.sleep(milliseconds, finished.signal).then(() => {
      if (!finished.signal.aborted) deadline.abort(overdue);
    });
    const wanting = { signal: AbortSignal.any([signal, deadline.signal]), isFresh };
    try {
      return await Promise.all(
        this.#providers.map((provider) => this.#ask(provider, query, wanting, overdue)),
      );
    } finally {
      finished.abort();
    }
  }

  async #ask(
    provider: MetadataProvider,
    query: SearchQuery,
    wanting: Wanting,
    overdue: TimedOutError,
  ): Promise<Answer> {
    const { name } = provider;
    try {
      return { provider: name, candidates: await this.#answers.find(provider, query, wanting) };
    } catch (failure) {
      const error = failure === overdue ? new ProviderUnavailableError(name, overdue) : failure;
      if (!(error instanceof ProviderError)) throw error;
      this.#failures.record(error);
      return { provider: name, error };
    }
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
