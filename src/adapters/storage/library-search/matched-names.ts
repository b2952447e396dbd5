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

/** The labels of tracks of one album and album artist. */
interface CountedLabels {
  readonly label: number;
  readonly byAlbum: number;
  /** Of the first track. */
  readonly byTrack: number;
  /** Whether other tracks have other artists. */
  isOfSeveral: boolean;
  count: number;
}

/** More than there are labels in a column. */
const MAX_LABELS = 2 ** 26;

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
    const values = table.values[column];
    const passing = values.passing(this.#all);
    if (passing === undefined) return;
    yield;
    const { indexes } = values;
    const counts = new Uint32Array(values.labelCount);
    for (let index = 0; index < slots.length; index += 1) {
      const label = indexes[slots[index] as number] as number;
      counts[label] = (counts[label] as number) + 1;
    }
    yield;
    const byValue = new Uint32Array(passing.length);
    for (let label = 0; label < counts.length; label += 1) {
      const count = counts[label] as number;
      if (count === 0) continue;
      for (const id of values.valuesOf(label)) byValue[id] = (byValue[id] as number) + count;
    }
    yield;
    for (let id = 0; id < passing.length; id += 1) {
      const count = byValue[id] as number;
      if (passing[id] === 1 && count > 0) this.#add(table, column, id, count);
    }
  }

  #add(table: SearchedTable, column: NamedColumn, id: number, count: number): void {
    const { names, ownNames, compared, below } = table.values[column];
    const key = compared[id] as string;
    const known = this.#names[column].get(key);
    if (known) known.trackCount += count;
    else {
      const name = names[id] as string;
      const rank = this.#rankOf(ownNames[id] as string, below.whole[id] as number);
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
    const counted = new Map<number, CountedLabels>();
    for (let start = 0; start < slots.length; start += SLOTS_PER_STEP) {
      const end = Math.min(start + SLOTS_PER_STEP, slots.length);
      for (let index = start; index < end; index += 1) {
        const slot = slots[index] as number;
        const label = album.indexes[slot] as number;
        const words = album.labels.begun[label] as number;
        if (words === 0) continue;
        const byAlbum = albumArtist.indexes[slot] as number;
        const byTrack = artist.indexes[slot] as number;
        const byArtists =
          (albumArtist.labels.begun[byAlbum] as number) | (artist.labels.begun[byTrack] as number);
        if ((words | byArtists) !== this.#all) continue;
        const key = label * MAX_LABELS + byAlbum;
        const known = counted.get(key);
        if (known === undefined) {
          counted.set(key, { label, byAlbum, byTrack, isOfSeveral: false, count: 1 });
          continue;
        }
        known.count += 1;
        if (known.byTrack !== byTrack) known.isOfSeveral = true;
      }
      yield;
    }
    for (const labels of counted.values()) this.#addAlbum(table, labels);
  }

  #addAlbum(
    { values: { album, albumArtist, artist } }: SearchedTable,
    labels: CountedLabels,
  ): void {
    const [id] = album.valuesOf(labels.label);
    if (id === undefined) return;
    const [byAlbum] = albumArtist.valuesOf(labels.byAlbum);
    const [byTrack = -1] = artist.valuesOf(labels.byTrack);
    const by = byAlbum === undefined ? "" : (albumArtist.compared[byAlbum] ?? "");
    const key = `${album.compared[id] ?? ""}\n${by}`;
    const own =
      byAlbum !== undefined
        ? (albumArtist.names[byAlbum] ?? null)
        : labels.isOfSeveral
          ? null
          : (artist.names[byTrack] ?? null);
    const known = this.#albums.get(key);
    if (known) {
      known.trackCount += labels.count;
      if (byAlbum === undefined && known.artist !== own) known.artist = null;
      return;
    }
    const name = album.names[id] ?? "";
    const rank = this.#rankOf(name, album.own.whole[id] as number);
    this.#albums.set(key, { name, rank, trackCount: labels.count, artist: own });
  }

  /** Returns the rank of a name, which has all words or begins with them. */
  #rankOf(name: string, whole: number): number {
    // Folded only where it may be the whole query, because words of one letter begin thousands of names.
    if (whole !== this.#all) return 2;
    return searchedForm(name) === this.#query.whole ? 0 : 1;
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
