import { searchedName } from "../../../domain/catalogue/searched-words.js";
import type { SlicedWork } from "../../../ports/analysis/sound-catalogue.js";
import type { LabelColumn } from "../catalogue/columns/label-column.js";
import { SearchedTexts } from "../catalogue/columns/searched-texts.js";
import { WordMarks } from "../catalogue/columns/word-marks.js";

/** Labels that are read before other work may run: about two milliseconds. */
const LABELS_PER_STEP = 500;

const FIRST_CAPACITY = 1024;

/** Marks a value that lies in no other. */
const NO_PARENT = -1;

/**
 * The different values of a column of labels, such as genres, and the words that are looked for in them. Of folders, words
 * are looked for in the name of each alone; those above it are its parents.
 */
export class SearchedValues {
  readonly #column: LabelColumn;
  readonly #isPath: boolean;
  readonly #texts = new SearchedTexts();
  readonly #ids = new Map<string, number>();
  /** By value: as it was first spelt, that without what it lies in, and as it is compared. */
  readonly names: string[] = [];
  readonly ownNames: string[] = [];
  readonly compared: string[] = [];
  readonly #parents: number[] = [];
  /** By label: its values. */
  readonly #valuesOf: (readonly number[])[] = [];
  #capacity = 0;
  /** Whether any value has a word of the last query. */
  #hasWords = false;
  #all = new Uint32Array();

  /** By value: the words in it. */
  readonly own = new WordMarks();
  /** By value: the words in it or in what it lies in. */
  readonly below = new WordMarks();
  /** By label: the words in any of its values. */
  readonly labels = new WordMarks();

  /** @param isPath whether each value lies in the one before it, as folders do */
  constructor(column: LabelColumn, isPath: boolean) {
    this.#column = column;
    this.#isPath = isPath;
  }

  /** By slot: the index of its label. */
  get indexes(): Readonly<Uint32Array> {
    return this.#column.indexes;
  }

  get labelCount(): number {
    return this.#valuesOf.length;
  }

  /** Returns 1 for each value that has all words, or has some where those that it lies in have the others; `undefined` where none is. */
  passing(all: number): Uint8Array | undefined {
    if (!this.#hasWords) return undefined;
    const [own, below] = [this.own.begun, this.below.begun];
    const passing = new Uint8Array(this.names.length);
    let count = 0;
    for (let id = 0; id < passing.length; id += 1) {
      if (below[id] !== all || own[id] === 0) continue;
      passing[id] = 1;
      count += 1;
    }
    return count === 0 ? undefined : passing;
  }

  /** Returns the values of a label. */
  valuesOf(label: number): readonly number[] {
    return this.#valuesOf[label] ?? [];
  }

  /** Adds the words of labels to the marks of the slots that have them. */
  addTo({ begun, whole }: WordMarks, slots: Readonly<Uint32Array>): void {
    if (!this.#hasWords) return;
    const { indexes } = this;
    const labels = this.labels;
    for (let index = 0; index < slots.length; index += 1) {
      const slot = slots[index] as number;
      const label = indexes[slot] as number;
      begun[slot] = (begun[slot] as number) | (labels.begun[label] as number);
      whole[slot] = (whole[slot] as number) | (labels.whole[label] as number);
    }
  }

  /** Marks the words in all values of the column. */
  *mark(words: readonly string[]): SlicedWork<void> {
    yield* this.#readNewLabels();
    const count = this.names.length;
    this.own.clear(count);
    const slots = this.#all.subarray(0, count);
    for (const [index, word] of words.entries()) {
      this.#texts.markWord(word, 1 << index, slots, this.own);
      yield;
    }
    this.#hasWords = this.own.begun.subarray(0, count).some((marks) => marks !== 0);
    this.below.clear(count);
    this.#markBelow(count);
    yield;
    this.#markLabels();
  }

  *#readNewLabels(): SlicedWork<void> {
    while (this.#valuesOf.length < this.#column.labelCount) {
      const end = Math.min(this.#valuesOf.length + LABELS_PER_STEP, this.#column.labelCount);
      for (let label = this.#valuesOf.length; label < end; label += 1) this.#read(label);
      yield;
    }
  }

  #read(label: number): void {
    let parent = NO_PARENT;
    const values: number[] = [];
    for (const { text, compared } of this.#column.valuesOf(label)) {
      const id = this.#ids.get(compared) ?? this.#add(text, compared, parent);
      values.push(id);
      if (this.#isPath) parent = id;
    }
    this.#valuesOf.push(values);
  }

  #add(text: string, compared: string, parent: number): number {
    const id = this.names.push(text) - 1;
    this.compared.push(compared);
    this.#parents.push(parent);
    this.#ids.set(compared, id);
    if (id >= this.#capacity) {
      this.#capacity = Math.max(FIRST_CAPACITY, 2 * this.#capacity);
      this.#texts.setCapacity(this.#capacity);
      this.#all = Uint32Array.from({ length: this.#capacity }, (_, index) => index);
    }
    const own = this.#isPath ? text.slice(text.lastIndexOf("/") + 1) : text;
    this.ownNames.push(own);
    this.#texts.set(id, searchedName(own));
    return id;
  }

  /** Adds the words of parents, which stand before what lies in them. */
  #markBelow(count: number): void {
    const { own, below } = this;
    below.begun.set(own.begun.subarray(0, count));
    below.whole.set(own.whole.subarray(0, count));
    if (!this.#isPath || !this.#hasWords) return;
    for (let id = 0; id < count; id += 1) {
      const parent = this.#parents[id] as number;
      if (parent === NO_PARENT) continue;
      below.add(id, below.begun[parent] as number, below.whole[parent] as number);
    }
  }

  #markLabels(): void {
    const { own, labels } = this;
    labels.clear(this.#valuesOf.length);
    if (!this.#hasWords) return;
    for (let label = 0; label < this.#valuesOf.length; label += 1) {
      for (const id of this.valuesOf(label)) {
        if (own.begun[id] !== 0)
          labels.add(label, own.begun[id] as number, own.whole[id] as number);
      }
    }
  }
}
