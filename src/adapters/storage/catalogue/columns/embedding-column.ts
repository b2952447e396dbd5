import {
  DEFAULT_EMBEDDING_VARIANCE,
  EMBEDDING_LENGTH,
  NO_EMBEDDING,
  type SoundEmbedding,
} from "../../../../domain/analysis/sound-embedding.js";

/** Weight of the default variance, in tracks: a catalogue of that size has the same weight. */
const DEFAULT_WEIGHT = 50;

/**
 * Embeddings by slot, and how they are distributed: a byte for each coordinate, those of a slot side by side, because
 * all of them are read to compare it. Sums of integers are exact in any order, so that servers that share a database
 * agree.
 */
export class EmbeddingColumn {
  /** `EMBEDDING_LENGTH` coordinates of each slot; the first is `NO_EMBEDDING` where there is none. */
  coordinates = new Int8Array();
  #count = 0;
  readonly #sums = new Float64Array(EMBEDDING_LENGTH);
  #squares = 0;

  /**
   * The variance of all coordinates together among the tracks that have an embedding, combined with fifty tracks of the
   * default variance; > 0.
   *
   * Source: as of `FieldDistribution`.
   */
  get variance(): number {
    const count = this.#count;
    const squaredMean = this.#sums.reduce((sum, value) => sum + value * value, 0);
    const spread = count === 0 ? 0 : this.#squares - squaredMean / count;
    return (DEFAULT_WEIGHT * DEFAULT_EMBEDDING_VARIANCE + spread) / (DEFAULT_WEIGHT + count);
  }

  /** Returns the embedding of a slot, `null` where it has none. */
  at(slot: number): SoundEmbedding | null {
    const first = EMBEDDING_LENGTH * slot;
    if (this.coordinates[first] === NO_EMBEDDING) return null;
    return [...this.coordinates.subarray(first, first + EMBEDDING_LENGTH)];
  }

  /** Sets the embedding of a slot that has none. */
  add(slot: number, embedding: SoundEmbedding | null): void {
    this.coordinates.set(embedding ?? [NO_EMBEDDING], EMBEDDING_LENGTH * slot);
    this.#change(slot, slot + 1, 1);
  }

  /** Removes the embedding of a slot; that of `replacement` moves there. */
  remove(slot: number, replacement = slot): void {
    this.#change(slot, slot + 1, -1);
    const from = EMBEDDING_LENGTH * replacement;
    this.coordinates.copyWithin(EMBEDDING_LENGTH * slot, from, from + EMBEDDING_LENGTH);
  }

  /** Copies the slots in [first, end). */
  portion(first: number, end: number): Int8Array {
    return this.coordinates.slice(EMBEDDING_LENGTH * first, EMBEDDING_LENGTH * end);
  }

  /** Sets the slots from `first` on, which have none, to those of a portion. */
  append(first: number, portion: Int8Array): void {
    this.coordinates.set(portion, EMBEDDING_LENGTH * first);
    this.#change(first, first + portion.length / EMBEDDING_LENGTH, 1);
  }

  /** Makes room for as many slots. */
  setCapacity(capacity: number): void {
    const larger = new Int8Array(EMBEDDING_LENGTH * capacity);
    larger.set(this.coordinates);
    this.coordinates = larger;
  }

  /** Adds the slots in [first, end) to the sums, or subtracts them. */
  #change(first: number, end: number, sign: 1 | -1): void {
    const { coordinates } = this;
    const sums = this.#sums;
    let [count, squares] = [0, 0];
    for (let slot = first; slot < end; slot += 1) {
      const start = EMBEDDING_LENGTH * slot;
      if (coordinates[start] === NO_EMBEDDING) continue;
      count += 1;
      for (let index = 0; index < EMBEDDING_LENGTH; index += 1) {
        const value = coordinates[start + index] as number;
        sums[index] = (sums[index] as number) + sign * value;
        squares += value * value;
      }
    }
    this.#count += sign * count;
    this.#squares += sign * squares;
  }
}
