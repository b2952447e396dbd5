/** Some labels of a column. */
export interface LabelPortion {
  /** The different labels. */
  readonly labels: readonly string[];
  /** By slot: an index of `labels`. */
  readonly indexes: Uint32Array;
}

/** How the labels of a column are read. */
export interface LabelReading {
  /** Returns the form by which labels are ordered. */
  readonly orderedAs: (label: string) => string;
  /** Returns the values of a label, each once. */
  readonly valuesOf: (label: string) => readonly LabelValue[];
}

/** One value of a label. */
export interface LabelValue {
  readonly text: string;
  /** The form in which it is compared. */
  readonly compared: string;
}

/** Of labels that are one value each, and are compared as they are. */
export const plainReading: LabelReading = {
  orderedAs: (label) => label,
  valuesOf: (label) => [{ text: label, compared: label }],
};

/** Texts by slot of which many are equal, such as sources of audio and genres; empty where there is none. */
export class LabelColumn {
  readonly #reading: LabelReading;
  /** All labels that a slot ever had. */
  readonly #labels: string[] = [];
  readonly #known = new Map<string, number>();
  /** By label: its forms, once and not for each query, which takes tens of milliseconds. */
  readonly #ordered: string[] = [];
  readonly #values: (readonly LabelValue[])[] = [];
  /** By label: its rank, equal where the ordered forms are; `NaN` of the empty one. */
  #ranks: Float64Array | undefined;
  /** The ordered forms, ascending, each once. */
  #inOrder: readonly string[] = [];
  #indexes = new Uint32Array();

  constructor(reading: LabelReading) {
    this.#reading = reading;
  }

  at(slot: number): string {
    return this.#labels[this.#indexes[slot] ?? 0] ?? "";
  }

  /** The number of labels that a slot ever had: each has an index below it, which stays. */
  get labelCount(): number {
    return this.#labels.length;
  }

  /** All labels that a slot ever had, by their indexes. */
  get texts(): readonly string[] {
    return this.#labels;
  }

  /** By slot: the index of its label; the array may be longer. */
  get indexes(): Readonly<Uint32Array> {
    return this.#indexes;
  }

  /** Returns the values of the label with an index. */
  valuesOf(index: number): readonly LabelValue[] {
    return this.#values[index] ?? [];
  }

  set(slot: number, label: string): void {
    this.#indexes[slot] = this.#indexOf(label);
  }

  /** Copies the label of a slot to another. */
  copy(from: number, to: number): void {
    this.#indexes[to] = this.#indexes[from] ?? 0;
  }

  /**
   * Keeps, of the first `count` slots of a list, those whose label has one of the values; returns their number.
   *
   * @param values in the form in which they are compared
   */
  keepAny(values: readonly string[], slots: Uint32Array, count: number): number {
    const wanted = new Set(values);
    const passing = Uint8Array.from(this.#values, (own) =>
      Number(own.some(({ compared }) => wanted.has(compared))),
    );
    const indexes = this.#indexes;
    let kept = 0;
    for (let index = 0; index < count; index += 1) {
      const slot = slots[index] as number;
      slots[kept] = slot;
      // Without a branch, which the processor could not foresee.
      kept += passing[indexes[slot] as number] as number;
    }
    return kept;
  }

  /** Returns the values of the labels of slots, and how many slots have each label. */
  counts(
    slots: Uint32Array,
  ): readonly { readonly values: readonly LabelValue[]; readonly count: number }[] {
    const counts = new Uint32Array(this.#labels.length);
    for (const slot of slots) {
      const index = this.#indexes[slot] as number;
      counts[index] = (counts[index] as number) + 1;
    }
    return this.#values
      .map((values, index) => ({ values, count: counts[index] as number }))
      .filter(({ values, count }) => values.length > 0 && count > 0);
  }

  /** Returns, by slot, the rank of its label in their order; `NaN` where there is none. */
  ranks(): Float64Array {
    const ranks = this.#rankOfLabels();
    const indexes = this.#indexes;
    const bySlot = new Float64Array(indexes.length);
    for (let slot = 0; slot < indexes.length; slot += 1) {
      bySlot[slot] = ranks[indexes[slot] as number] as number;
    }
    return bySlot;
  }

  /** Returns the rank of an ordered form, between two labels where none has it; `NaN` of the empty one. */
  rankOf(ordered: string): number {
    if (ordered === "") return NaN;
    this.#rankOfLabels();
    const place = firstNotBefore(this.#inOrder, ordered);
    return this.#inOrder[place] === ordered ? place : place - 0.5;
  }

  /** Returns a copy of the slots in [first, end). */
  portion(first: number, end: number): LabelPortion {
    const used = new Map<number, number>();
    const indexes = this.#indexes.slice(first, end).map((index) => {
      const own = used.get(index) ?? used.size;
      used.set(index, own);
      return own;
    });
    return { labels: [...used.keys()].map((index) => this.#labels[index] ?? ""), indexes };
  }

  /** Sets the slots from `first` on to those of a portion. */
  append(first: number, { labels, indexes }: LabelPortion): void {
    const own = Uint32Array.from(labels, (label) => this.#indexOf(label));
    for (let offset = 0; offset < indexes.length; offset += 1) {
      this.#indexes[first + offset] = own[indexes[offset] as number] ?? 0;
    }
  }

  /** Makes room for as many slots. */
  setCapacity(capacity: number): void {
    const indexes = new Uint32Array(capacity);
    indexes.set(this.#indexes);
    this.#indexes = indexes;
  }

  #indexOf(label: string): number {
    const known = this.#known.get(label);
    if (known !== undefined) return known;
    const index = this.#labels.push(label) - 1;
    this.#known.set(label, index);
    this.#ordered.push(this.#reading.orderedAs(label));
    this.#values.push(this.#reading.valuesOf(label));
    this.#ranks = undefined;
    return index;
  }

  #rankOfLabels(): Float64Array {
    if (this.#ranks !== undefined) return this.#ranks;
    this.#inOrder = [...new Set(this.#ordered)].filter((one) => one !== "").sort();
    const places = new Map(this.#inOrder.map((ordered, place) => [ordered, place]));
    this.#ranks = Float64Array.from(this.#ordered, (ordered) => places.get(ordered) ?? NaN);
    return this.#ranks;
  }
}

/** Returns the index of the first text that is not before another one; the length where all are. */
function firstNotBefore(inOrder: readonly string[], text: string): number {
  let [low, high] = [0, inOrder.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((inOrder[middle] as string) < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
