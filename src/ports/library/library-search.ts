import type { LibraryMatches, MatchPosition } from "../../domain/library-search/library-matches.js";
import type { LibraryQuery } from "../../domain/library-search/library-query.js";
import type { WorkBudget } from "../../domain/work-budget.js";

/** What to find in the library, and how much of it to return. */
export interface LibrarySearchRequest {
  readonly query: LibraryQuery;
  /** Whether words are looked for in paths of folders, which are returned then. */
  readonly withFolders: boolean;
  /** The maximum number of tracks. */
  readonly first: number;
  /** Only tracks after this position. */
  readonly after?: MatchPosition | undefined;
  /** The maximum number of artists, of albums, of genres and of folders. */
  readonly names: number;
}

/**
 * Finds tracks of the library by words in their titles, artists, albums, genres and folders: the recordings that lists have,
 * and the names of files that are not analysed.
 */
export interface LibrarySearch {
  /**
   * Returns what has all words of a query, in any order: as words, or as beginnings of words. It has every change up to
   * the call, of this process or another. Other work of the process runs in between.
   *
   * @throws what `WorkBudget.begin` throws, before each part of the work
   */
  find(request: LibrarySearchRequest, budget?: WorkBudget): Promise<LibraryMatches>;
}
