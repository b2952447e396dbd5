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

/** A question under way, and how many wait for its answer. */
interface Asking {
  readonly answer: Promise<Candidates>;
  readonly controller: AbortController;
  waiting: number;
}

/** What providers answer to queries: remembered, or asked for once however many want it. */
export class ProviderAnswers {
  readonly #cache: MetadataCache;
  readonly #underWay = new Map<string, Asking>();

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
    signal.throwIfAborted();
    const { track, artist = null, limit } = query;
    const name = JSON.stringify([provider.name, isFresh, track, artist, limit]);
    const asking =
      this.#underWay.get(name) ??
      this.#begin(name, (shared) => this.#answer(provider, query, { signal: shared, isFresh }));
    return this.#join(name, asking, signal);
  }

  #begin(name: string, ask: (signal: AbortSignal) => Promise<Candidates>): Asking {
    const controller = new AbortController();
    const answer = ask(controller.signal).finally(() => this.#forget(name, asking));
    const asking: Asking = { answer, controller, waiting: 0 };
    this.#underWay.set(name, asking);
    return asking;
  }

  #join(name: string, asking: Asking, signal: AbortSignal): Promise<Candidates> {
    asking.waiting += 1;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        asking.waiting -= 1;
        if (asking.waiting === 0) {
          // Who comes later must not join a question that is ending.
          this.#forget(name, asking);
          asking.controller.abort(signal.reason);
        }
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the caller's own reason
        reject(signal.reason);
      };
      signal.addEventListener("abort", leave, { once: true });
      void asking.answer
        .then(resolve, reject)
        .finally(() => signal.removeEventListener("abort", leave));
    });
  }

  #forget(name: string, asking: Asking): void {
    if (this.#underWay.get(name) === asking) this.#underWay.delete(name);
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
