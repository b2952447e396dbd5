import { meetsConditions, type FieldedQuery } from "./fielded-query.js";
import { parseSearchCursor } from "../../../domain/track/search-cursor.js";
import type { SearchQuery } from "../../../domain/track/search-query.js";
import type { Track } from "../../../domain/track/track.js";
import type { LookupService } from "../../../services/search/lookup-service.js";
import type { SearchService } from "../../../services/search/search-service.js";

/** The number of pages of a search whose tracks are compared with conditions. */
const MAX_PAGES_WITH_CONDITIONS = 4;

/** The part of the found tracks that a client asks for. */
interface Window {
  /** Number of tracks before it, >= 0. */
  readonly offset: number;
  /** Maximum number of tracks in it, >= 0. */
  readonly limit: number;
}

/** A part of the tracks that a search has found. */
export interface FoundWindow {
  readonly tracks: readonly Track[];
  readonly hasMore: boolean;
  /** The number of tracks found so far, one more where there are more behind the window. */
  readonly knownCount: number;
  /** Names of the providers that failed. */
  readonly unavailableProviders: readonly string[];
}

/** Searches tracks by words and fields, at any offset. */
export class FieldedSearch {
  constructor(
    private readonly needs: { readonly search: SearchService; readonly lookup: LookupService },
  ) {}

  /**
   * Returns the tracks of a window, those of a title best first. Windows side by side have no track
   * twice, while the providers reply the same.
   *
   * @throws {ProviderError} every provider failed
   */
  async find(query: FieldedQuery, window: Window, signal: AbortSignal): Promise<FoundWindow> {
    const { words, isrc } = query;
    if (words) return this.#byWords(words, query, window, signal);
    if (!isrc) return windowOf([], window, []);
    const { tracks, unavailableProviders } = await this.needs.lookup.find(
      { kind: "isrc", isrc },
      signal,
    );
    return windowOf(matching(tracks, query), window, unavailableProviders);
  }

  async #byWords(
    words: SearchQuery,
    query: FieldedQuery,
    window: Window,
    signal: AbortSignal,
  ): Promise<FoundWindow> {
    const hasConditions = Object.keys(query.conditions).length > 0;
    const maxPages = hasConditions ? MAX_PAGES_WITH_CONDITIONS : Infinity;
    const found: Track[] = [];
    const unavailable = new Set<string>();
    let cursor: string | null = null;
    for (let pages = 0; pages < maxPages && found.length <= window.offset + window.limit; pages++) {
      // One round of queries a page: the tracks of a page are then the same at every offset.
      const page = await this.needs.search.search(words, signal, {
        after: parseSearchCursor(cursor, words, "offset"),
        isBrief: true,
      });
      const tracks = page.results.map(({ track }) => track);
      found.push(...matching(tracks, query));
      for (const name of page.unavailableProviders) unavailable.add(name);
      if (!page.hasNextPage) break;
      cursor = page.endCursor;
    }
    return windowOf(found, window, [...unavailable]);
  }
}

const matching = (tracks: readonly Track[], { conditions }: FieldedQuery): readonly Track[] =>
  tracks.filter((track) => meetsConditions(track, conditions));

function windowOf(
  found: readonly Track[],
  { offset, limit }: Window,
  unavailableProviders: readonly string[],
): FoundWindow {
  const end = offset + limit;
  return {
    tracks: found.slice(offset, end),
    hasMore: found.length > end,
    knownCount: Math.min(found.length, end + 1),
    unavailableProviders,
  };
}
