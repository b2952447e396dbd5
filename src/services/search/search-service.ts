import { InvalidInputError } from "../../domain/errors/request-errors.js";
import {
  searchCursorFrom,
  type PassedTracks,
  type RequestedPosition,
} from "../../domain/track/search-cursor.js";
import { MAX_SEARCH_ROUNDS, type SearchQuery } from "../../domain/track/search-query.js";
import type { SearchOutcome } from "../../domain/track/track.js";
import type { MetadataCache } from "../../ports/metadata/metadata-cache.js";
import type { MetadataProvider } from "../../ports/metadata/metadata-provider.js";
import {
  failureOfAll,
  type FailedProvider,
  type ProviderQueries,
  type QueryDeadline,
} from "./provider-queries.js";
import { byScore, SearchRounds, type SendRound } from "./search-rounds.js";

/** Maximum numbers of rounds of queries for a page, besides those of the pages before. */
interface RoundLimits {
  /** While the page has no results. */
  readonly empty: number;
  /** While it has some, but fewer than the limit. */
  readonly some: number;
}

const ONE_ROUND: RoundLimits = { empty: 1, some: 1 };
const ROUNDS_PER_PAGE: RoundLimits = { empty: MAX_SEARCH_ROUNDS, some: 4 };

/** How to search. */
interface SearchOptions {
  /** Whether to query the providers even where their replies are cached; for a first page only. */
  readonly isFresh?: boolean;
  /** Where the page begins; at the first track where absent. */
  readonly after?: RequestedPosition | undefined;
  /** Whether to query each provider once at most, though there may be fewer tracks than the limit. */
  readonly isBrief?: boolean;
}

/** Searches tracks at every provider, and caches them for a later analysis. */
export class SearchService {
  constructor(
    private readonly needs: {
      readonly queries: ProviderQueries;
      /**
       * In order of preference, which is the order of ties; the first provider of a merged track
       * names it.
       */
      readonly providers: readonly MetadataProvider[];
      readonly cache: MetadataCache;
    },
  ) {}

  /**
   * Returns a page of the tracks that match the query, best first, at most `query.limit`, one per
   * track key. There are fewer only where the providers have no more, reply too late, or repeat the
   * same tracks again and again: while merging leaves fewer, providers that have more are queried for
   * more. Pages have no track twice, and all tracks of the replies. Where the first replies of the
   * providers suffice, a smaller limit returns the beginning of the results of a larger one.
   *
   * Providers are queried concurrently, each for the maximum, because the number of tracks is known
   * only after the candidates of one key are merged. Those that failed, or passed the deadline, are
   * named in the outcome and do not fail it. The metadata of every returned track is cached before
   * this resolves.
   *
   * @throws {ProviderRateLimitedError} every provider limits the request rate
   * @throws {ProviderError} every provider failed, for any other reasons; or one without which the
   * page after a cursor is not known
   * @throws {InvalidInputError} the tracks before the position are no longer the same
   */
  async search(
    query: SearchQuery,
    signal: AbortSignal,
    { isFresh = false, after, isBrief = false }: SearchOptions = {},
  ): Promise<SearchOutcome> {
    const { queries, providers, cache } = this.needs;
    const list = new SearchRounds(query, providers);
    const passed = { trackCount: after?.trackCount ?? 0, ahead: after?.ahead ?? [] };
    const start = passed.trackCount + passed.ahead.length;
    const unavailableProviders = await queries.withDeadline(signal, async (deadline) => {
      const send = this.#sender(deadline, isFresh && after === undefined);
      if (after) await repeatRounds(list, after, send);
      const rounds = isBrief ? ONE_ROUND : ROUNDS_PER_PAGE;
      return findMore(list, { start, end: start + query.limit, rounds, deadline, send });
    });
    const outcome = pageOf(list, query, passed);
    await cache.saveTracks(outcome.results.map(({ track }) => track));
    return { ...outcome, unavailableProviders };
  }

  #sender(deadline: QueryDeadline, isFresh: boolean): SendRound {
    return (requests) =>
      this.needs.queries.run(requests, {
        deadline,
        isFresh,
        send: (provider, query, joint) => provider.searchTracks(query, joint),
      });
  }
}

/**
 * Runs the rounds before a position again, mostly from the cache.
 *
 * @throws {ProviderError} a provider fails that replied then
 * @throws {InvalidInputError} the tracks before the position are others
 */
async function repeatRounds(
  list: SearchRounds,
  { roundCount, missed, parameter, ...position }: RequestedPosition,
  send: SendRound,
): Promise<void> {
  while (list.roundCount < roundCount) {
    const failed = await list.repeat(send, missed);
    if (failed.length > 0) throw failureOfAll(failed);
  }
  if (list.digestOf(position) !== position.tracksDigest) {
    const problem =
      "has expired, because the providers reply differently now; search again without it";
    throw new InvalidInputError(parameter, problem);
  }
}

/** Finds more tracks, up to a position, and returns the names of the providers that failed. */
async function findMore(
  list: SearchRounds,
  {
    start,
    end,
    rounds,
    deadline,
    send,
  }: {
    readonly start: number;
    readonly end: number;
    readonly rounds: RoundLimits;
    readonly deadline: QueryDeadline;
    readonly send: SendRound;
  },
): Promise<readonly string[]> {
  const failed: FailedProvider[] = [];
  const roundsBefore = list.roundCount;
  for (;;) {
    const { length } = list.results;
    const isEmpty = length <= start;
    if (length >= end || !list.canContinue || (deadline.isOver && !isEmpty)) break;
    if (list.roundCount - roundsBefore >= (isEmpty ? rounds.empty : rounds.some)) break;
    const outcome = await list.next(send);
    failed.push(...outcome.failed);
    const hasNoReply = list.roundCount === 1 && outcome.replies.length === 0;
    if (hasNoReply && failed.length > 0) throw failureOfAll(failed);
  }
  if (start > 0 && list.results.length <= start && failed.length > 0) throw failureOfAll(failed);
  return failed.map(({ provider }) => provider);
}

/** Returns the page from a position on. */
function pageOf(
  list: SearchRounds,
  query: SearchQuery,
  { trackCount, ahead }: PassedTracks,
): Omit<SearchOutcome, "unavailableProviders"> {
  const passed = new Set(ahead);
  const page = list.results
    .map((result, index) => ({ result, index }))
    .filter(({ index }) => index >= trackCount && !passed.has(index))
    .slice(0, query.limit)
    .sort((one, other) => byScore(one.result, other.result));
  const start = trackCount + ahead.length;
  const cursorAfter = (count: number): string => {
    const others = [...ahead, ...page.slice(0, count).map(({ index }) => index)];
    return searchCursorFrom(list.positionAfter(trackCount, others), query);
  };
  return {
    results: page.map(({ result }) => result),
    hasNextPage: page.length > 0 && (list.results.length > start + page.length || list.hasMore),
    hasPreviousPage: start > 0,
    startCursor: page.length === 0 ? null : cursorAfter(1),
    endCursor: page.length === 0 ? null : cursorAfter(page.length),
    cursorAfter,
  };
}
