import type { FieldWeights } from "../../domain/catalogue/similarity.js";
import type { MeasuredTrack } from "../../domain/catalogue/measured-track.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { SlicedWork, SoundTable } from "../../ports/analysis/sound-catalogue.js";
import { eachDistance } from "./nearest-tracks.js";

/** Tracks of the catalogue that stand for all of them. */
const SAMPLE_SIZE = 256;

/** What a distance from a track means. */
interface Scale {
  readonly mean: number;
  /** > 0. */
  readonly deviation: number;
}

/** The scale of a track of which no distance is known, or the same one to all. */
const NO_SCALE: Scale = { mean: 0, deviation: 1 };

/**
 * Returns the share of a normal distribution above a standard score, by the logistic function, which is off by 0.01 at most.
 *
 * Source: S. R. Bowling et al., "A logistic approximation to the cumulative normal distribution", JIEM 2(1), 2009.
 */
const farther = (score: number): number => 1 / (1 + Math.exp(1.702 * score));

/**
 * Measures distances by how far away all tracks are from one: a track in the middle of the catalogue is near to everything, and
 * would otherwise be found everywhere. Such hubs are a property of distances in many dimensions.
 *
 * A distance counts by the share of a sample of the catalogue that is nearer to one of both: where their distances to the sample are taken
 * for normal, a track that is near to everything has many that are nearer.
 *
 * Source: D. Schnitzer, A. Flexer, M. Schedl and G. Widmer, "Local and Global Scaling Reduce Hubs in Space", Journal of Machine
 * Learning Research 13, 2012: mutual proximity with independent normal distributions.
 */
export class SampledDistances {
  readonly #sample: Uint32Array;
  readonly #scales = new Map<RecordingId, Scale>();

  constructor(
    private readonly table: SoundTable,
    private readonly weights: FieldWeights,
  ) {
    const count = Math.min(SAMPLE_SIZE, table.size);
    const pace = table.size / count;
    this.#sample = Uint32Array.from({ length: count }, (_, index) => Math.floor(index * pace));
  }

  /** Returns how near two tracks are, less for nearer ones: the logarithm of how far they are from being the nearest of both. */
  *between(one: MeasuredTrack, other: MeasuredTrack, squaredDistance: number): SlicedWork<number> {
    const distance = Math.sqrt(squaredDistance);
    const scales = [yield* this.#scaleOf(one), yield* this.#scaleOf(other)];
    const scores = scales.map(({ mean, deviation }) => (distance - mean) / deviation);
    return Math.log(scores.reduce((sum, score) => sum - Math.log(farther(score)), 0));
  }

  *#scaleOf(track: MeasuredTrack): SlicedWork<Scale> {
    const known = this.#scales.get(track.recordingId);
    if (known !== undefined) return known;
    let [count, sum, squares] = [0, 0, 0];
    yield* eachDistance(this.table, track, this.weights, this.#sample, (_slot, square) => {
      count += 1;
      sum += Math.sqrt(square);
      squares += square;
    });
    const mean = sum / count;
    const variance = squares / count - mean * mean;
    const scale = variance > 0 ? { mean, deviation: Math.sqrt(variance) } : NO_SCALE;
    this.#scales.set(track.recordingId, scale);
    return scale;
  }
}
