import type { FieldWeights } from "../../domain/catalogue/similarity.js";
import type { MeasuredTrack } from "../../domain/catalogue/measured-track.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { SlicedWork, SoundTable } from "../../ports/analysis/sound-catalogue.js";
import { eachDistance } from "./nearest-tracks.js";

/** The number of tracks of the sample, at equal distances in the order of the slots. */
const SAMPLE_SIZE = 256;

/** The distribution of the distances between a track and the sample. */
interface Scale {
  readonly mean: number;
  /** > 0. */
  readonly deviation: number;
}

/** The scale of a track that has no distance to any track of the sample, or the same distance to all. */
const NO_SCALE: Scale = { mean: 0, deviation: 1 };

/**
 * Returns the share of a normal distribution above a standard score, by the logistic function, which is off by 0.01 at most.
 *
 * Source: S. R. Bowling et al., "A logistic approximation to the cumulative normal distribution", JIEM 2(1), 2009.
 */
const farther = (score: number): number => 1 / (1 + Math.exp(1.702 * score));

/**
 * Scales the distance between two tracks by the distances of each of them to a sample of the catalogue. A track in the middle of
 * the catalogue is near to most other tracks, so that plain distances would find it for most seeds. Such tracks, called hubs,
 * occur wherever distances have many dimensions.
 *
 * The scaled distance is the estimated share of the catalogue that is nearer to either of the two tracks than they are to each
 * other. The distances of a track to the sample are assumed to be normally distributed. Many tracks are near to a hub, so that
 * its scaled distances are large.
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

  /** Returns the scaled distance of two tracks, as the logarithm of an increasing function of it: smaller for nearer tracks. */
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
