import { JoinedCalls } from "../../domain/joined-calls.js";
import type { TrackCandidate } from "../../domain/track/track.js";
import type { MetadataCache, ProviderQuery } from "../../ports/metadata/metadata-cache.js";

type Candidates = readonly TrackCandidate[];

/** Who is asked. */
interface QueriedProvider {
  readonly name: string;
  /** Whether its answers are worth keeping. */
  readonly isCacheable: boolean;
}

/** How an answer is wanted, and got. */
interface QueryOptions {
  readonly signal: AbortSignal;
  /** Whether to ask the provider even where its answer is remembered. */
  readonly isFresh: boolean;
  /** Puts the question to the provider. */
  readonly ask: (signal: AbortSignal) => Promise<Candidates>;
}

/** What providers answer to questions: remembered, or asked for once however many want it. */
export class CachedQueries {
  readonly #cache: MetadataCache;
  readonly #underWay = new JoinedCalls<Candidates>();

  constructor({ cache }: { readonly cache: MetadataCache }) {
    this.#cache = cache;
  }

  /**
   * A provider's answer to a question. Those who want the same one at the same time share a
   * question; it is aborted when the last of them leaves, with that one's reason. Answers are
   * remembered, failures never.
   *
   * @throws {ProviderError} the provider cannot say
   * @throws {unknown} `signal.reason`, when aborted
   */
  async find(
    provider: QueriedProvider,
    question: ProviderQuery,
    { signal, isFresh, ask }: QueryOptions,
  ): Promise<Candidates> {
    const name = JSON.stringify([provider.name, isFresh, question]);
    return this.#underWay.join(name, signal, (joint) =>
      this.#find(provider, question, { signal: joint, isFresh, ask }),
    );
  }

  async #find(
    provider: QueriedProvider,
    question: ProviderQuery,
    { signal, isFresh, ask }: QueryOptions,
  ): Promise<Candidates> {
    if (!provider.isCacheable) return ask(signal);
    const kept = isFresh ? undefined : await this.#cache.findCandidates(provider.name, question);
    if (kept !== undefined) return kept;
    const candidates = await ask(signal);
    await this.#cache.saveCandidates(provider.name, question, candidates);
    return candidates;
  }
}
