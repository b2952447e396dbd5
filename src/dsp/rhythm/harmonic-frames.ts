const PITCH_CLASSES = 12;
const FIELDS = 2 * PITCH_CLASSES;
/** Bass from E1 to B3, harmony from C3 to B6. */
const BASS_HZ = [40, 250] as const;
const HARMONY_HZ = [125, 2000] as const;

/** Geometry of the spectra that `HarmonicFrames` reads. */
export interface HarmonicFramesOptions {
  readonly sampleRate: number;
  readonly frameLength: number;
  readonly hopLength: number;
}

/**
 * Stores the pitch classes of the bass and of the harmony in each long frame.
 *
 * They are precise enough only to detect changes of harmony, a cue for bars; tuning is not compensated,
 * because it does not change within a track.
 *
 * Source: pitch class profile of T. Fujishima, "Realtime Chord Recognition of Musical Sound", Proc.
 * ICMC, 1999; chord changes as a cue for bars after M. Goto, "An Audio-based Real-time Beat Tracking
 * System for Music With or Without Drum-sounds", J. New Music Research 30(2), 2001.
 */
export class HarmonicFrames {
  readonly #frameRate: number;
  readonly #bass: ClassedBins;
  readonly #harmony: ClassedBins;
  #values = new Float32Array(256 * FIELDS);
  #frameCount = 0;

  constructor({ sampleRate, frameLength, hopLength }: HarmonicFramesOptions) {
    this.#frameRate = sampleRate / hopLength;
    const binHz = sampleRate / frameLength;
    this.#bass = classesOfBins(binHz, frameLength / 2 + 1, BASS_HZ);
    this.#harmony = classesOfBins(binHz, frameLength / 2 + 1, HARMONY_HZ);
  }

  /** @param magnitudes frameLength / 2 + 1 bins, >= 0; not stored */
  addFrame(magnitudes: Float32Array): void {
    if (this.#values.length === this.#frameCount * FIELDS) {
      const grown = new Float32Array(2 * this.#values.length);
      grown.set(this.#values);
      this.#values = grown;
    }
    const frame = this.#values.subarray(this.#frameCount * FIELDS, (this.#frameCount + 1) * FIELDS);
    gather(magnitudes, this.#bass, frame.subarray(0, PITCH_CLASSES));
    gather(magnitudes, this.#harmony, frame.subarray(PITCH_CLASSES));
    this.#frameCount += 1;
  }

  /**
   * Returns the pitch classes of bass and harmony between two moments, seconds: 2 x 12 values, each half
   * of unit length, or zero in silence.
   */
  between(startSeconds: number, endSeconds: number): Float32Array {
    // A frame is as long as a beat, so its edges contain the neighbouring beats.
    const margin = 0.25 * (endSeconds - startSeconds);
    const first = Math.round((startSeconds + margin) * this.#frameRate);
    const last = Math.max(first, Math.round((endSeconds - margin) * this.#frameRate));
    const sum = new Float32Array(FIELDS);
    for (let frame = Math.max(0, first); frame <= last && frame < this.#frameCount; frame++) {
      for (let i = 0; i < FIELDS; i++) sum[i]! += this.#values[frame * FIELDS + i]!;
    }
    normalise(sum.subarray(0, PITCH_CLASSES));
    normalise(sum.subarray(PITCH_CLASSES));
    return sum;
  }
}

/** Pitch class of each bin of a range. */
interface ClassedBins {
  readonly first: number;
  readonly classes: Int8Array;
}

function classesOfBins(
  binHz: number,
  binCount: number,
  [lowest, highest]: readonly [number, number],
): ClassedBins {
  const first = Math.ceil(lowest / binHz);
  const end = Math.min(binCount, Math.floor(highest / binHz) + 1);
  const classes = Int8Array.from({ length: end - first }, (_, i) => {
    const semitone = Math.round(12 * Math.log2(((first + i) * binHz) / 440)) + 9;
    return ((semitone % PITCH_CLASSES) + PITCH_CLASSES) % PITCH_CLASSES;
  });
  return { first, classes };
}

/** Energy per pitch class; squared magnitudes emphasise partials. */
function gather(
  magnitudes: Float32Array,
  { first, classes }: ClassedBins,
  profile: Float32Array,
): void {
  profile.fill(0);
  for (let i = 0; i < classes.length; i++) {
    profile[classes[i]!]! += magnitudes[first + i]! * magnitudes[first + i]!;
  }
  for (let i = 0; i < PITCH_CLASSES; i++) profile[i] = Math.sqrt(profile[i]!);
}

function normalise(values: Float32Array): void {
  const length = Math.hypot(...values);
  if (length > 0) for (let i = 0; i < values.length; i++) values[i]! /= length;
}
