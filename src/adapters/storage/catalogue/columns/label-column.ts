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

  /** Returns, by slot, the place of its label among all labels in order; valid until a slot changes. */
  places(): Uint16Array {
    const sorted = [...this.#labels].sort();
    if (sorted.some((label, place) => label !== this.#labels[place])) {
      const places = this.#labels.map((label) => sorted.indexOf(label));
      const indexes = this.#indexes;
      for (let slot = 0; slot < indexes.length; slot += 1) {
        indexes[slot] = places[indexes[slot] as number] as number;
      }
      this.#labels.splice(0, sorted.length, ...sorted);
    }
    return this.#indexes;
  }

  /** Returns the place of a label among all labels, between two of them where it is not one. */
  placeOf(label: string): number {
    const before = this.#labels.filter((other) => other < label).length;
    return this.#labels.includes(label) ? before : before - 0.5;
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
