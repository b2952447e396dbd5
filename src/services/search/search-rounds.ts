import {
  MAX_SEARCH_LIMIT,
  MAX_SEARCH_ROUNDS,
  type CandidateQuery,
  type SearchQuery,
} from "../../domain/track/search-query.js";
import {
  digestOfTracks,
  type MissedRound,
  type PassedTracks,
  type SearchPosition,
} from "../../domain/track/search-cursor.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { SearchResult } from "../../domain/track/track.js";
import type { MetadataProvider } from "../../ports/metadata/metadata-provider.js";
import { mergeCandidates } from "./candidate-merge.js";
import { matchScore } from "./match-score.js";
import type { FailedProvider, ProviderReplies } from "./provider-queries.js";

/** Sends one query to each of some providers. */
export type SendRound = (
  requests: readonly { readonly provider: MetadataProvider; readonly query: CandidateQuery }[],
) => Promise<ProviderReplies>;

/** A provider that may have more candidates. */
interface Source {
  readonly provider: MetadataProvider;
  /** Number of candidates before those that are queried next. */
  offset: number;
  /** Whether it did not reply, since the list was made or a client sent its cursor. */
  hasFailed: boolean;
}

/**
 * The tracks of a search in the order in which rounds of queries find them. A round queries every
 * provider that may have more for its next candidates; the tracks that it adds are those that no
 * round before has found, best first. The same replies give the same list, whatever is read of it
 * at once.
 */
export class SearchRounds {
  readonly results: SearchResult[] = [];
  readonly missed: MissedRound[] = [];
  #roundCount = 0;
  #sources: readonly Source[];
  readonly #found = new Set<TrackKey>();

  constructor(
    private readonly query: SearchQuery,
    providers: readonly MetadataProvider[],
  ) {
    this.#sources = providers.map((provider) => ({ provider, offset: 0, hasFailed: false }));
  }

  get roundCount(): number {
    return this.#roundCount;
  }

  /** Returns what identifies the tracks up to the last one before a position. */
  digestOf({ trackCount, ahead }: PassedTracks): string {
    const end = (ahead.at(-1) ?? trackCount - 1) + 1;
    return digestOfTracks(this.results.slice(0, end).map(({ track }) => track.trackKey));
  }

  /**
   * Returns the position after the first tracks and some others.
   *
   * @param others their indices, in any order
   */
  positionAfter(first: number, others: readonly number[]): SearchPosition {
    const left = new Set(others);
    let trackCount = first;
    while (left.delete(trackCount)) trackCount += 1;
    const passed = { trackCount, ahead: [...left].sort((one, other) => one - other) };
    const { roundCount, missed } = this;
    return { ...passed, tracksDigest: this.digestOf(passed), roundCount, missed };
  }

  /** Whether a provider may have more tracks. One without any reply does not take part. */
  get hasMore(): boolean {
    const isOpen = this.#roundCount < MAX_SEARCH_ROUNDS;
    return isOpen && this.#sources.some(({ offset, hasFailed }) => offset > 0 || !hasFailed);
  }

  /** Whether another round is possible now: a provider may have more, and has not failed. */
  get canContinue(): boolean {
    return this.hasMore && this.#sources.some(({ hasFailed }) => !hasFailed);
  }

  /** Runs a round again that a cursor knows of, without the providers that missed it then. */
  async repeat(
    send: SendRound,
    missed: readonly MissedRound[],
  ): Promise<readonly FailedProvider[]> {
    const round = this.#roundCount;
    const absent = missed.filter((miss) => miss.round === round);
    const names = new Set(absent.map(({ provider }) => provider));
    this.missed.push(...absent);
    const asked = this.#sources.filter(({ provider }) => !names.has(provider.name));
    const { failed } = await this.#run(send, asked);
    // A provider that did not reply to the first query of a search takes no part in its later pages.
    if (round === 0)
      this.#sources = this.#sources.filter((source) => !names.has(source.provider.name));
    return failed;
  }

  /** Runs the next round, without the providers that have failed. Returns what the providers replied. */
  async next(send: SendRound): Promise<ProviderReplies> {
    const round = this.#roundCount;
    for (const { provider, hasFailed } of this.#sources) {
      if (hasFailed) this.missed.push({ provider: provider.name, round });
    }
    const outcome = await this.#run(
      send,
      this.#sources.filter(({ hasFailed }) => !hasFailed),
    );
    this.missed.push(...outcome.failed.map(({ provider }) => ({ provider, round })));
    return outcome;
  }

  async #run(send: SendRound, sources: readonly Source[]): Promise<ProviderReplies> {
    const outcome = await send(
      sources.map(({ provider, offset }) => ({
        provider,
        query: { ...this.query, limit: MAX_SEARCH_LIMIT, offset },
      })),
    );
    this.#roundCount += 1;
    const failed = new Set(outcome.failed.map(({ provider }) => provider));
    const ended = new Set(
      outcome.replies.filter(({ hasMore }) => !hasMore).map(({ provider }) => provider),
    );
    for (const source of sources) {
      if (failed.has(source.provider.name)) source.hasFailed = true;
      else source.offset += MAX_SEARCH_LIMIT;
    }
    this.#sources = this.#sources.filter(({ provider }) => !ended.has(provider.name));
    this.#add(outcome);
    return outcome;
  }

  #add({ replies }: ProviderReplies): void {
    const added = mergeCandidates(replies.flatMap(({ candidates }) => candidates))
      .filter(({ trackKey }) => !this.#found.has(trackKey))
      .map((track) => ({ track, matchScore: matchScore(this.query, track) }))
      .sort(byScore);
    for (const { track } of added) this.#found.add(track.trackKey);
    this.results.push(...added);
  }
}

/** Orders results, best first. */
export const byScore = (left: SearchResult, right: SearchResult): number =>
  right.matchScore - left.matchScore;
