import { byField } from "../../../domain/analysis/descriptors.js";
import type { LibraryQuery } from "../../../domain/library-search/library-query.js";
import type { SlicedWork } from "../../../ports/analysis/sound-catalogue.js";
import type { LabelColumn } from "../catalogue/columns/label-column.js";
import type { SearchedTexts } from "../catalogue/columns/searched-texts.js";
import { WordMarks } from "../catalogue/columns/word-marks.js";
import { SearchedValues } from "./searched-values.js";

/** The columns of labels in which words are looked for. */
export const searchedColumns = ["artist", "album", "albumArtist", "genre", "folder"] as const;

export type SearchedColumn = (typeof searchedColumns)[number];

/** Tracks by slot, an integer in [0, size). */
export interface NamedTracks {
  readonly size: number;
  /** Artist and title of each, as `searchedNames` returns them. */
  readonly names: SearchedTexts;
  labels(column: SearchedColumn): LabelColumn;
}

/** Slots that are compared before other work may run: a few milliseconds. */
const SLOTS_PER_STEP = 16_384;

/** The lines of the names that are the artist and the title. */
const NAME_LINES = 2;

/** Room for the length of names in a rank, bytes. */
const LENGTHS = 65_536;

const encoder = new TextEncoder();

/** Looks for words in the names of tracks and in their labels, one query after the other. */
export class SearchedTable {
  readonly values: Readonly<Record<SearchedColumn, SearchedValues>>;
  /** The words in the names of tracks, and those in their labels. */
  readonly #names = new WordMarks();
  readonly #beside = new WordMarks();
  #ranks = new Uint32Array();

  constructor(private readonly tracks: NamedTracks) {
    this.values = byField(
      searchedColumns,
      (column) => new SearchedValues(tracks.labels(column), column === "folder"),
    );
  }

  /**
   * Returns those of some slots whose track has all words of a query, in its names or labels. They keep their ranks, and the
   * labels their marks, until the next query.
   *
   * @param columns the labels in which words are looked for
   */
  *find(
    { words, whole }: LibraryQuery,
    slots: Readonly<Uint32Array>,
    columns: readonly SearchedColumn[],
  ): SlicedWork<Uint32Array> {
    for (const column of columns) yield* this.values[column].mark(words);
    const { size, names } = this.tracks;
    this.#names.clear(size);
    this.#beside.clear(size);
    if (this.#ranks.length < size) this.#ranks = new Uint32Array(this.#names.begun.length);
    let found: Uint32Array = words.length === 0 ? new Uint32Array() : Uint32Array.from(slots);
    for (const column of columns) {
      this.values[column].addTo(this.#beside, found);
      yield;
    }
    for (const [index, word] of words.entries()) {
      for (const some of steps(found)) {
        names.markWord(word, 1 << index, some, this.#names);
        yield;
      }
      found = this.#keepMarked(found, 1 << index);
    }
    yield;
    const name = encoder.encode(whole);
    const all = 2 ** words.length - 1;
    for (const some of steps(found)) {
      for (let index = 0; index < some.length; index += 1) {
        const slot = some[index] as number;
        const length = Math.min(names.lengthAt(slot), LENGTHS - 1);
        this.#ranks[slot] = LENGTHS * this.#placeOf(slot, all, name) + length;
      }
      yield;
    }
    return found;
  }

  /** Returns the rank of a slot that the last query has found. */
  rankAt(slot: number): number {
    return this.#ranks[slot] as number;
  }

  /** Keeps the slots with a word in their names or labels, at the beginning of the list. */
  #keepMarked(slots: Uint32Array, bit: number): Uint32Array {
    const [names, beside] = [this.#names.begun, this.#beside.begun];
    let kept = 0;
    for (let index = 0; index < slots.length; index += 1) {
      const slot = slots[index] as number;
      slots[kept] = slot;
      // Without a branch, which the processor could not foresee.
      kept += Number((((names[slot] as number) | (beside[slot] as number)) & bit) !== 0);
    }
    return slots.subarray(0, kept);
  }

  /**
   * The rule of ranks. First come tracks whose title or artist is the whole query, then those with all words in their title
   * and artist; then those where all begin words there; then those where the others are whole words of the album, album artist,
   * genre or folder; then those where they begin words there. Among equals, shorter names come first.
   */
  #placeOf(slot: number, all: number, name: Uint8Array): number {
    if (this.#names.whole[slot] === all) {
      return this.tracks.names.isLine(slot, name, NAME_LINES) ? 0 : 1;
    }
    const begun = this.#names.begun[slot] as number;
    if (begun === all) return 2;
    return (begun | (this.#beside.whole[slot] as number)) === all ? 3 : 4;
  }
}

/** Returns the parts of a list that are read in one step each. */
function* steps(slots: Uint32Array): Generator<Uint32Array> {
  for (let start = 0; start < slots.length; start += SLOTS_PER_STEP) {
    yield slots.subarray(start, start + SLOTS_PER_STEP);
  }
}
