import { compareTexts } from "../../../domain/compare-texts.js";
import { searchedForm } from "../../../domain/catalogue/searched-words.js";
import type { MatchedAlbum, MatchedName } from "../../../domain/library-search/library-matches.js";
import type { LibraryQuery } from "../../../domain/library-search/library-query.js";
import type { SlicedWork } from "../../../ports/analysis/sound-catalogue.js";
import type { SearchedTable } from "./searched-table.js";

/** Columns whose values are found alone; albums are found with their artist. */
type NamedColumn = "artist" | "genre" | "folder";

/** A name that has all words of a query, and how many tracks have it. */
interface CountedName {
  readonly name: string;
  /** 0 where it is the whole query, 1 where it has all words, 2 where its words begin with them. */
  readonly rank: number;
  trackCount: number;
}

/** An album; its artist is `null` once tracks of several are counted. */
interface CountedAlbum extends CountedName {
  artist: string | null;
}

/** Slots that are counted before other work may run. */
const SLOTS_PER_STEP = 16_384;

/** The names that a query finds in one table or several, with the numbers of their tracks. */
export class MatchedNames {
  readonly #query: LibraryQuery;
  /** The marks of all words. */
  readonly #all: number;
  readonly #names: Readonly<Record<NamedColumn, Map<string, CountedName>>> = {
    artist: new Map(),
    genre: new Map(),
    folder: new Map(),
  };
  readonly #albums = new Map<string, CountedAlbum>();

  constructor(query: LibraryQuery) {
    this.#query = query;
    this.#all = 2 ** query.words.length - 1;
  }

  /**
   * Counts the tracks in some slots by their values that have all words.
   *
   * @param table has found the query
   */
  *count(
    table: SearchedTable,
    column: NamedColumn,
    slots: Readonly<Uint32Array>,
  ): SlicedWork<void> {
    const { own, below, names, labels } = table.values[column];
    const passing = names.map(
      (_, id) => below.begun[id] === this.#all && (own.begun[id] as number) !== 0,
    );
    yield;
    const counts = new Uint32Array(labels.begun.length);
    const { indexes } = table.values[column];
    for (let start = 0; start < slots.length; start += SLOTS_PER_STEP) {
      for (const slot of slots.subarray(start, start + SLOTS_PER_STEP)) {
        const label = indexes[slot] as number;
        counts[label] = (counts[label] as number) + 1;
      }
      yield;
    }
    for (const [label, count] of counts.entries()) {
      if (count === 0) continue;
      for (const id of table.values[column].valuesOf(label)) {
        if (passing[id] === true) this.#add(table, column, id, count);
      }
    }
  }

  #add(table: SearchedTable, column: NamedColumn, id: number, count: number): void {
    const { names, compared, below } = table.values[column];
    const key = compared[id] as string;
    const known = this.#names[column].get(key);
    if (known) known.trackCount += count;
    else {
      const name = names[id] as string;
      const own = column === "folder" ? name.slice(name.lastIndexOf("/") + 1) : name;
      const rank = this.#rankOf(own, below.whole[id] as number);
      this.#names[column].set(key, { name, rank, trackCount: count });
    }
  }

  /**
   * Counts the tracks in some slots by their album, where all words are in its title and its artists, and one at least in
   * its title.
   *
   * @param table has found the query
   * @param slots those that were found
   */
  *countAlbums(table: SearchedTable, slots: Readonly<Uint32Array>): SlicedWork<void> {
    const { album, albumArtist, artist } = table.values;
    for (let start = 0; start < slots.length; start += SLOTS_PER_STEP) {
      for (const slot of slots.subarray(start, start + SLOTS_PER_STEP)) {
        const label = album.indexes[slot] as number;
        const words = album.labels.begun[label] as number;
        if (words === 0) continue;
        const byAlbum = albumArtist.indexes[slot] as number;
        const byTrack = artist.indexes[slot] as number;
        const byArtists =
          (albumArtist.labels.begun[byAlbum] as number) | (artist.labels.begun[byTrack] as number);
        if ((words | byArtists) === this.#all) this.#addAlbum(table, { label, byAlbum, byTrack });
      }
      yield;
    }
  }

  #addAlbum(
    { values: { album, albumArtist, artist } }: SearchedTable,
    labels: { readonly label: number; readonly byAlbum: number; readonly byTrack: number },
  ): void {
    const [id] = album.valuesOf(labels.label);
    if (id === undefined) return;
    const [byAlbum] = albumArtist.valuesOf(labels.byAlbum);
    const by = byAlbum === undefined ? "" : albumArtist.compared[byAlbum];
    const key = `${album.compared[id] as string}\n${by as string}`;
    const known = this.#albums.get(key);
    const own =
      byAlbum === undefined
        ? (artist.names[artist.valuesOf(labels.byTrack)[0] ?? -1] ?? null)
        : (albumArtist.names[byAlbum] ?? null);
    if (known) {
      known.trackCount += 1;
      if (byAlbum === undefined && known.artist !== own) known.artist = null;
      return;
    }
    const name = album.names[id] as string;
    const rank = this.#rankOf(name, album.own.whole[id] as number);
    this.#albums.set(key, { name, rank, trackCount: 1, artist: own });
  }

  /** Returns the rank of a name, which has all words or begins with them. */
  #rankOf(name: string, whole: number): number {
    if (searchedForm(name) === this.#query.whole) return 0;
    return whole === this.#all ? 1 : 2;
  }

  /** Returns the first names of a column: by rank, then those of most tracks. */
  first(column: NamedColumn, count: number): readonly MatchedName[] {
    return firstOf(this.#names[column], count).map(({ name, trackCount }) => ({
      name,
      trackCount,
    }));
  }

  /** Returns the first albums: by rank, then those of most tracks. */
  firstAlbums(count: number): readonly MatchedAlbum[] {
    return firstOf(this.#albums, count).map(({ name, trackCount, artist }) => ({
      name,
      trackCount,
      artist,
    }));
  }
}

function firstOf<Counted extends CountedName>(
  names: ReadonlyMap<string, Counted>,
  count: number,
): readonly Counted[] {
  return [...names.values()]
    .sort(
      (one, other) =>
        one.rank - other.rank ||
        other.trackCount - one.trackCount ||
        compareTexts(one.name, other.name),
    )
    .slice(0, count);
}
