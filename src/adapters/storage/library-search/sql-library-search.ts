import { allSettled } from "../../../domain/all-settled.js";
import { KeptValues } from "../../../domain/kept-values.js";
import type { LibraryMatches } from "../../../domain/library-search/library-matches.js";
import type { WorkBudget } from "../../../domain/work-budget.js";
import type { SlicedWork } from "../../../ports/analysis/sound-catalogue.js";
import type { LibrarySearch, LibrarySearchRequest } from "../../../ports/library/library-search.js";
import type { TrackKey } from "../../../domain/track/track-key.js";
import type { CatalogueIndex } from "../catalogue/catalogue-index.js";
import type { CatalogueColumns } from "../catalogue/columns/catalogue-columns.js";
import { matchingSlots } from "../catalogue/matching-slots.js";
import type { Database } from "../database.js";
import { FollowedFileColumns } from "./followed-file-columns.js";
import { MatchedNames } from "./matched-names.js";
import { firstMatches, type MatchSource } from "./matched-tracks.js";
import { searchedColumns, SearchedTable } from "./searched-table.js";
import { distinctNames, unlistedFiles, type UnlistedFiles } from "./unlisted-files.js";

const withoutFolders = searchedColumns.filter((column) => column !== "folder");

/**
 * Searches the catalogue and the files that it does not list, in memory. The names of the catalogue are those that it keeps
 * for its filters; those of the files are read before the first search. A search reads what has changed since the last one.
 */
export class SqlLibrarySearch implements LibrarySearch {
  readonly #catalogue: Pick<CatalogueIndex, "inSlices">;
  readonly #files: FollowedFileColumns;
  readonly #fileTable: SearchedTable;
  readonly #tables = new KeptValues<SearchedTable>(1);
  readonly #unlisted = new KeptValues<{ files?: UnlistedFiles }>(1);
  #lastSearch: Promise<unknown> = Promise.resolve();

  constructor(needs: {
    readonly database: Pick<Database, "kysely">;
    readonly catalogue: Pick<CatalogueIndex, "inSlices">;
  }) {
    this.#catalogue = needs.catalogue;
    this.#files = new FollowedFileColumns(needs.database.kysely);
    this.#fileTable = new SearchedTable(this.#files.columns);
  }

  /** Searches run one after the other, because each changes the marks of the words, and the next one the columns. */
  find(request: LibrarySearchRequest, budget?: WorkBudget): Promise<LibraryMatches> {
    const search = this.#lastSearch.then(async () => {
      budget?.signal.throwIfAborted();
      await this.#files.catchUp();
      return this.#catalogue.inSlices(
        (columns, changeCount) => this.#found(columns, changeCount, request),
        budget,
      );
    });
    this.#lastSearch = allSettled([search]);
    return search;
  }

  *#found(
    columns: CatalogueColumns,
    changeCount: number,
    request: LibrarySearchRequest,
  ): SlicedWork<LibraryMatches> {
    const { query, withFolders, names: nameCount } = request;
    const listed = matchingSlots(columns, {}).slice();
    yield;
    const unlisted = yield* this.#unlistedIn(columns, changeCount, listed);
    const names = new MatchedNames(query);
    const sources: MatchSource[] = [];
    const searchedIn = withFolders ? searchedColumns : withoutFolders;
    for (const [table, slots] of [
      [this.#tables.of([columns], () => new SearchedTable(columns)), listed],
      [this.#fileTable, unlisted.slots],
    ] as const) {
      const found = yield* table.find(query, slots, searchedIn);
      if (nameCount > 0) {
        yield* names.count(table, "artist", slots);
        yield* names.countAlbums(table, found);
        yield* names.count(table, "genre", slots);
        if (withFolders) yield* names.count(table, "folder", slots);
      }
      sources.push(
        table === this.#fileTable
          ? this.#filesFound({ ...unlisted, slots: found })
          : catalogueFound(columns, table, found),
      );
      yield;
    }
    return {
      ...(yield* firstMatches(sources, request)),
      artists: names.first("artist", nameCount),
      albums: names.firstAlbums(nameCount),
      genres: names.first("genre", nameCount),
      folders: names.first("folder", nameCount),
    };
  }

  /** Returns the files whose names no listed recording has. */
  *#unlistedIn(
    catalogue: CatalogueColumns,
    changeCount: number,
    listed: Uint32Array,
  ): SlicedWork<UnlistedFiles> {
    const inputs = [catalogue, changeCount, this.#files.revision];
    const kept = this.#unlisted.of(inputs, () => ({}));
    kept.files ??= yield* unlistedFiles(this.#files.columns, catalogue.keys("trackKey"), listed);
    return kept.files;
  }

  #filesFound(found: UnlistedFiles): MatchSource {
    const { columns } = this.#files;
    const rankAt = (slot: number): number => this.#fileTable.rankAt(slot);
    return {
      slots: distinctNames(columns.trackKeys, found, rankAt),
      rankAt,
      compare: (one, other) => columns.compareIds(one, other),
      idAt: (slot) => `f${columns.fileIdAt(slot)}`,
      refAt: (slot) => columns.trackKeys.at(slot) as TrackKey,
    };
  }
}

function catalogueFound(
  columns: CatalogueColumns,
  table: SearchedTable,
  slots: Uint32Array,
): MatchSource {
  const ids = columns.keys("recordingId");
  return {
    slots,
    rankAt: (slot) => table.rankAt(slot),
    compare: (one, other) => ids.compare(one, other),
    idAt: (slot) => `a${ids.at(slot)}`,
    refAt: (slot) => columns.recordingIdAt(slot),
  };
}
