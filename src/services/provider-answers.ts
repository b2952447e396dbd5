import { JoinedCalls } from "../domain/joined-calls.js";
import type { SearchQuery } from "../domain/search-query.js";
import type { TrackCandidate } from "../domain/track.js";
import type { MetadataCache } from "../ports/metadata-cache.js";
import type { MetadataProvider } from "../ports/metadata-provider.js";

type Candidates = readonly TrackCandidate[];

/** How an answer is wanted. */
interface Wanting {
  readonly signal: AbortSignal;
  /** Whether to ask the provider even where its answer is remembered. */
  readonly isFresh: boolean;
}

/** What providers answer to queries: remembered, or asked for once however many want it. */
export class ProviderAnswers {
  readonly #cache: MetadataCache;
  readonly #questions = new JoinedCalls<Candidates>();

  constructor({ cache }: { readonly cache: MetadataCache }) {
    this.#cache = cache;
  }

  /**
   * A provider's answer to a query. Those who want the same one at the same time share a question;
   * it is aborted when the last of them leaves, with that one's reason. Answers are remembered,
   * failures never.
   *
   * @throws {ProviderError} the provider cannot say
   * @throws {unknown} `signal.reason`, when aborted
   */
  async find(
    provider: MetadataProvider,
    query: SearchQuery,
    { signal, isFresh }: Wanting,
  ): Promise<Candidates> {
    const { track, artist = null, limit } = query;
    const question = JSON.stringify([provider.name, isFresh, track, artist, limit]);
    return this.#questions.join(question, signal, (joint) =>
      this.#answer(provider, query, { signal: joint, isFresh }),
    );
  }

  async #answer(
    provider: MetadataProvider,
    query: SearchQuery,
    { signal, isFresh }: Wanting,
  ): Promise<Candidates> {
    if (!provider.isCacheable) return provider.searchTracks(query, signal);
    const kept = isFresh ? undefined : await this.#cache.findAnswer(provider.name, query);
    if (kept !== undefined) return kept;
    const candidates = await provider.searchTracks(query, signal);
    await this.#cache.keepAnswer(provider.name, query, candidates);
    return candidates;
  }
}
