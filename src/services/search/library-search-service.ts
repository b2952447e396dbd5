import {
  DEFAULT_LIBRARY_NAMES,
  type LibraryMatches,
  type MatchPosition,
} from "../../domain/library-search/library-matches.js";
import { matchCursorFrom } from "../../domain/library-search/match-cursor.js";
import type { LibraryQuery } from "../../domain/library-search/library-query.js";
import type { SearchResult, Track } from "../../domain/track/track.js";
import type { WorkBudget } from "../../domain/work-budget.js";
import type { LibrarySearch } from "../../ports/library/library-search.js";
import { wordsScore } from "./match-score.js";
import type { SearchService } from "./search-service.js";
import type { TrackService } from "./track-service.js";

/** Words, and what of the library is returned for them. */
export interface BoxQuery {
  /** As `parseWords` returns them, 1 to 200 characters. */
  readonly text: string;
  readonly query: LibraryQuery;
  /** The maximum number of tracks, 1 to 50. */
  readonly limit: number;
  /** Only tracks of the library after this one. */
  readonly after?: MatchPosition | undefined;
  /** Whether only the library is searched, and no provider. */
  readonly isLibraryOnly: boolean;
}

/** For whom the library is searched. */
export interface SearchingCaller {
  /** Whether it may see the paths of folders: otherwise they are neither searched nor returned. */
  readonly maySeePaths: boolean;
  readonly budget: WorkBudget;
}

/** What words find: tracks of the library, then those of the providers; and names of the library. */
export interface BoxOutcome {
  readonly results: readonly SearchResult[];
  readonly library: Omit<LibraryMatches, "tracks">;
  /** The position after the last track, where the library has more. */
  readonly nextCursor: string | null;
  readonly unavailableProviders: readonly string[];
}

/** Finds tracks by words of their titles, artists, albums, genres and folders: in the library, and then at the providers. */
export class LibrarySearchService {
  constructor(
    private readonly needs: {
      readonly index: LibrarySearch;
      readonly tracks: Pick<TrackService, "findMany">;
      readonly search: Pick<SearchService, "search">;
    },
  ) {}

  /**
   * Returns what words find in the library.
   *
   * @throws what `WorkBudget.begin` throws
   */
  find(
    request: Pick<BoxQuery, "query" | "after"> & { readonly first: number; readonly names: number },
    { maySeePaths, budget }: SearchingCaller,
  ): Promise<LibraryMatches> {
    return this.needs.index.find({ ...request, withFolders: maySeePaths }, budget);
  }

  /**
   * Returns a page of what words find in the library, best first. Where it has fewer tracks than the first page has room for,
   * those follow that the providers find for these words.
   *
   * @throws what `WorkBudget.begin` and `SearchService.search` throw
   */
  async search(
    box: BoxQuery,
    caller: SearchingCaller,
    { isFresh }: { readonly isFresh: boolean },
  ): Promise<BoxOutcome> {
    const { text, query, limit, after, isLibraryOnly } = box;
    const request = { query, after, first: limit, names: DEFAULT_LIBRARY_NAMES };
    const { tracks: matched, ...library } = await this.find(request, caller);
    const tracks = await this.needs.tracks.findMany(matched.map(({ ref }) => ref));
    const owned = tracks.flatMap((track) => (track ? [scored(text, track)] : []));
    const last = matched.at(-1);
    const nextCursor = library.hasMoreTracks && last ? matchCursorFrom(last.position, query) : null;
    const outcome = { results: owned, library, nextCursor, unavailableProviders: [] };
    if (isLibraryOnly || after !== undefined || matched.length === limit) return outcome;
    const wanted = { track: text, isOfAnyName: true, limit } as const;
    const found = await this.needs.search.search(wanted, caller.budget.signal, { isFresh });
    const known = new Set(owned.map(({ track }) => track.trackKey));
    const others = found.results
      .filter(({ track }) => !known.has(track.trackKey))
      .slice(0, limit - owned.length);
    return {
      ...outcome,
      results: [...owned, ...others],
      unavailableProviders: found.unavailableProviders,
    };
  }
}

const scored = (text: string, track: Track): SearchResult => ({
  track,
  matchScore: wordsScore(text, track),
});
