/** Some labels of a column. */
export interface LabelPortion {
  /** The different labels. */
  readonly labels: readonly string[];
  /** By slot: an index of `labels`. */
  readonly indexes: Uint16Array;
}

/** Texts by slot of which only a few are different, such as sources of audio. */
export class LabelColumn {
  /** All labels that a slot ever had, at most 65 536. */
  readonly #labels: string[] = [];
  #indexes = new Uint16Array();

  at(slot: number): string {
    return this.#labels[this.#indexes[slot] ?? 0] ?? "";
  }

  set(slot: number, label: string): void {
    this.#indexes[slot] = this.#indexOf(label);
  }

  /** Copies the label of a slot to another. */
  copy(from: number, to: number): void {
    this.#indexes[to] = this.#indexes[from] ?? 0;
  }

  /** Keeps, of the first `count` slots of a list, those with a label; returns their number. */
  keepEqual(label: string, slots: Uint32Array, count: number): number {
    const wanted = this.#labels.indexOf(label);
    const indexes = this.#indexes;
    let kept = 0;
    for (let index = 0; index < count; index += 1) {
      const slot = slots[index] as number;
      if (indexes[slot] === wanted) slots[kept++] = slot;
    }
    return kept;
  }

  /** Returns a function that is negative where the label of slot `a` is before that of slot `b`. */
  comparison(): (a: number, b: number) => number {
    const sorted = [...this.#labels].sort();
    const ranks = this.#labels.map((label) => sorted.indexOf(label));
    const indexes = this.#indexes;
    const rankOf = (slot: number): number => ranks[indexes[slot] as number] as number;
    return (a, b) => rankOf(a) - rankOf(b);
  }

  /** Returns a function that is negative where the label of a slot is before a text. */
  comparisonWith(text: string): (slot: number) => number {
    const signs = this.#labels.map((label) => (label === text ? 0 : label < text ? -1 : 1));
    const indexes = this.#indexes;
    return (slot) => signs[indexes[slot] as number] as number;
  }

  /** Returns a copy of the slots in [first, end). */
  portion(first: number, end: number): LabelPortion {
    return { labels: [...this.#labels], indexes: this.#indexes.slice(first, end) };
  }

  /** Sets the slots from `first` on to those of a portion. */
  append(first: number, { labels, indexes }: LabelPortion): void {
    const own = Uint16Array.from(labels, (label) => this.#indexOf(label));
    for (let offset = 0; offset < indexes.length; offset += 1) {
      this.#indexes[first + offset] = own[indexes[offset] as number] ?? 0;
    }
  }

  /** Makes room for as many slots. */
  setCapacity(capacity: number): void {
    const indexes = new Uint16Array(capacity);
    indexes.set(this.#indexes);
    this.#indexes = indexes;
  }

  #indexOf(label: string): number {
    const index = this.#labels.indexOf(label);
    return index >= 0 ? index : this.#labels.push(label) - 1;
  }
}
