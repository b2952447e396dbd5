import { gramsOf } from "./grams.js";

/** Weight of a gram that only the query has. */
const QUERY_WEIGHT = 1;

/** Weight of a gram that only the text has: low, because queries name part of a text. */
const TEXT_WEIGHT = 0.1;

/**
 * Minimum score of a result. Measured on 50 000 synthetic names: of queries with a typing mistake in
 * every word, 99 % find something; of random letters, 99 % find nothing.
 */
const MIN_RESEMBLANCE = 0.36;

/**
 * An index of texts in memory, searched by similarity. Each text has an id. Ids of equal texts share
 * one slot, so that they take the memory, and the position in a result, of one text.
 */
export class ResemblanceIndex {
  readonly #postings = new Map<string, Postings>();
  /** Slots of the texts, by id. */
  readonly #slotByText = new Map<string, number>();
  readonly #slots = new Map<number, number>();
  /** The ids of the text in each slot, in the order they were added; none where it was removed. */
  readonly #ids: number[][] = [];
  /** The text in each slot. */
  readonly #texts: string[] = [];
  /** Grams of the text in each slot, 0 where it was removed. */
  readonly #sizes = new GrowingArray();
  /** Grams shared with the query under way, one per slot; zeros between queries. */
  #shared = new Uint16Array(0);

  /** Number of ids in the index. */
  get size(): number {
    return this.#slots.size;
  }

  /** Number of removed texts whose slots still take memory. */
  get removedCount(): number {
    return this.#ids.length - this.#slotByText.size;
  }

  /** @param folded text as `foldText` makes it; @param id new, or of a text to be replaced */
  add(id: number, folded: string): void {
    this.remove(id);
    const slot = this.#slotByText.get(folded) ?? this.#addText(folded);
    this.#slots.set(id, slot);
    this.#ids[slot]?.push(id);
  }

  #addText(folded: string): number {
    const slot = this.#ids.push([]) - 1;
    this.#texts.push(folded);
    this.#slotByText.set(folded, slot);
    const grams = gramsOf(folded);
    this.#sizes.push(grams.size);
    for (const gram of grams) {
      const postings = this.#postings.get(gram);
      if (postings) postings.push(slot);
      else this.#postings.set(gram, new Postings(slot));
    }
    return slot;
  }

  /** Removes an id, and its text with the last; unknown ids are ignored. */
  remove(id: number): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    this.#slots.delete(id);
    const ids = this.#ids[slot] ?? [];
    ids.splice(ids.indexOf(id), 1);
    if (ids.length > 0) return;
    this.#slotByText.delete(this.#texts[slot] ?? "");
    this.#texts[slot] = "";
    this.#sizes.values[slot] = 0;
  }

  /** Removes every id that is not among these. */
  keepOnly(ids: ReadonlySet<number>): void {
    for (const id of [...this.#slots.keys()]) if (!ids.has(id)) this.remove(id);
  }

  /**
   * Returns the ids of the texts that are similar to the query, best first, equal scores in the order in
   * which their texts were added; none where no text is similar.
   *
   * Source: A. Tversky, "Features of Similarity", Psychological Review 84(4), 1977: what is
   * shared, over what is shared and what each side has alone.
   *
   * @param limit.texts the maximum number of different texts
   * @param limit.idsPerText the maximum number of ids of one text; the last ones added are returned
   */
  search(
    folded: string,
    limit: { readonly texts: number; readonly idsPerText: number },
  ): readonly number[] {
    const grams = gramsOf(folded);
    const shared = this.#countShared(grams);
    const min = Math.ceil(MIN_RESEMBLANCE * grams.size);
    const best = new TopScores(limit.texts);
    const sizes = this.#sizes.values;
    for (let slot = 0; slot < this.#ids.length; slot += 1) {
      const both = shared[slot] ?? 0;
      const size = sizes[slot] ?? 0;
      if (both < min || both === 0 || size === 0) continue;
      const alone = QUERY_WEIGHT * (grams.size - both) + TEXT_WEIGHT * (size - both);
      const resemblance = both / (both + alone);
      if (resemblance >= MIN_RESEMBLANCE) best.offer(slot, resemblance);
    }
    shared.fill(0);
    return best.slots.flatMap((slot) => (this.#ids[slot] ?? []).slice(-limit.idsPerText));
  }

  #countShared(grams: ReadonlySet<string>): Uint16Array {
    if (this.#shared.length < this.#ids.length) {
      this.#shared = new Uint16Array(this.#ids.length * 2);
    }
    for (const gram of grams) this.#postings.get(gram)?.countInto(this.#shared);
    return this.#shared;
  }
}

/** Integers in [0, 2^32), appended in constant time. */
class GrowingArray {
  values = new Uint32Array(4);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) {
      const grown = new Uint32Array(this.length * 2);
      grown.set(this.values);
      this.values = grown;
    }
    this.values[this.length] = value;
    this.length += 1;
  }
}

/** The slots of the texts that have one gram. */
class Postings extends GrowingArray {
  constructor(slot: number) {
    super();
    this.push(slot);
  }

  countInto(shared: Uint16Array): void {
    const { values, length } = this;
    for (let index = 0; index < length; index += 1) {
      const slot = values[index] ?? 0;
      shared[slot] = (shared[slot] ?? 0) + 1;
    }
  }
}

/** Collects the slots with the highest scores, best first. */
class TopScores {
  readonly slots: number[] = [];
  readonly #scores: number[] = [];
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  offer(slot: number, score: number): void {
    const isFull = this.slots.length >= this.#limit;
    if (isFull && score <= (this.#scores.at(-1) ?? Infinity)) return;
    let place = this.slots.length;
    while (place > 0 && (this.#scores[place - 1] ?? 0) < score) place -= 1;
    this.slots.splice(place, 0, slot);
    this.#scores.splice(place, 0, score);
    if (!isFull) return;
    this.slots.pop();
    this.#scores.pop();
  }
}
