import { EMBEDDING_LENGTH, NO_EMBEDDING } from "../../domain/analysis/sound-embedding.js";
import type { MeasuredSound } from "../../domain/catalogue/measured-track.js";
import type { SoundTable } from "../../ports/analysis/sound-catalogue.js";

/**
 * Maximum difference of one field, and of the sound, three standard deviations, so that one outlier does not decide
 * alone; squared standard deviations.
 */
export const MAX_SQUARED_DEVIATIONS = 9;

// Read once, because access to a global takes time in a loop over all tracks.
const { min } = Math;

/** The comparison of the sound of all tracks with that of the reference track. */
export class SoundComparison {
  readonly weight: number;
  readonly #embeddings: Int8Array;
  readonly #at: Int8Array;
  readonly #perVariance: number;

  private constructor(embeddings: Int8Array, at: Int8Array, perVariance: number, weight: number) {
    this.#embeddings = embeddings;
    this.#at = at;
    this.#perVariance = perVariance;
    this.weight = weight;
  }

  /**
   * Returns the comparison with a track; `undefined` where it has no embedding, or the sound no weight.
   *
   * @param embeddings of the tracks to compare, by slot; by default those of the table
   */
  static with(
    table: SoundTable,
    { embedding }: MeasuredSound,
    weight: number,
    embeddings = table.embeddings,
  ): SoundComparison | undefined {
    if (embedding === null || weight === 0) return undefined;
    return new SoundComparison(
      embeddings,
      Int8Array.from(embedding),
      1 / table.embeddingVariance,
      weight,
    );
  }

  /**
   * Returns the squared distance from the track of a slot, divided by the variance of all tracks, [0, 9]: 2 is the mean
   * of random tracks, as of a field. `NaN` where it has no embedding.
   */
  squaredDifference(slot: number): number {
    const embeddings = this.#embeddings;
    const at = this.#at;
    const first = EMBEDDING_LENGTH * slot;
    if ((embeddings[first] ?? NO_EMBEDDING) === NO_EMBEDDING) return NaN;
    let squares = 0;
    for (let index = 0; index < EMBEDDING_LENGTH; index += 1) {
      const difference = (embeddings[first + index] ?? 0) - (at[index] ?? 0);
      squares += difference * difference;
    }
    return min(MAX_SQUARED_DEVIATIONS, squares * this.#perVariance);
  }

  /**
   * Keeps, of the first `count` slots of a list, those of which the weighted difference is within a limit; returns their
   * number. Those without an embedding are kept, with a difference of 0.
   *
   * @param sums receives the weighted difference of each that is kept
   */
  keepWithin(limit: number, slots: Uint32Array, sums: Float64Array, count: number): number {
    let kept = 0;
    for (let index = 0; index < count; index += 1) {
      const slot = slots[index] ?? 0;
      const square = this.squaredDifference(slot);
      const sum = square >= 0 ? this.weight * square : 0;
      slots[kept] = slot;
      sums[kept] = sum;
      // Without a branch, which the processor could not foresee.
      kept += Number(sum <= limit);
    }
    return kept;
  }
}
