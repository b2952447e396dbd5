import { Logarithms } from "../kernel/logarithms.js";

// Bound here because looking up a global for every band is slow where globals are proxied.
const { log1p, max, min } = Math;

/** Levels are stored in steps of 1/1024 octave from 2^-24 up to 2^40, far above any magnitude of PCM. */
const STEPS_PER_OCTAVE = 1024;
const LOWEST_OCTAVE = -24;
const HIGHEST_CODE = 65535;
/** Decibels in a doubling of a magnitude. */
const DECIBELS_PER_OCTAVE = 20 * Math.log10(2);
const CHUNK_FRAMES = 4096;
/** Maximum level of frames before and after the music, relative to the mean level: -26 dB. */
const QUIET_SHARE = 0.05;

/** Frames from `first` to `end`, exclusive. */
export interface FrameRange {
  readonly first: number;
  readonly end: number;
}

/**
 * Stores band magnitudes over time at two bytes each, in chunks that are never copied.
 *
 * A level is stored as its logarithm in steps of 0.006 dB; zero and anything below 2^-24 share the
 * lowest code. Three hours of 40 bands at 86 frames per second take 75 MB.
 */
export class BandLevels {
  readonly bandCount: number;
  readonly #chunks: Uint16Array[] = [];
  readonly #logarithms: Logarithms;
  #frameCount = 0;
  #sum = 0;
  /** The last curve that was asked for. */
  #curve: { readonly gain: number; readonly values: Float32Array } | undefined;

  /** @param bandCount even */
  constructor(bandCount: number) {
    this.bandCount = bandCount;
    this.#logarithms = new Logarithms(bandCount);
  }

  get frameCount(): number {
    return this.#frameCount;
  }

  /**
   * Mean magnitude over all bands of the frames in `soundingFrames`, >= 0; 0 in silence. Silence
   * around the music does not change it.
   */
  get mean(): number {
    const { first, end } = this.soundingFrames;
    if (first === end) return 0;
    const quiet = this.#sumOf(0, first) + this.#sumOf(end, this.#frameCount);
    return (this.#sum - quiet) / ((end - first) * this.bandCount);
  }

  /** Range from the first to the last frame that is not quiet relative to the whole; empty in silence. */
  get soundingFrames(): FrameRange {
    if (this.#sum === 0) return { first: 0, end: 0 };
    const overallMean = this.#sum / (this.#frameCount * this.bandCount);
    const threshold = STEPS_PER_OCTAVE * (Math.log2(QUIET_SHARE * overallMean) - LOWEST_OCTAVE);
    let [first, end] = [0, this.#frameCount];
    while (first < end && this.#highestCode(first) <= threshold) first += 1;
    while (first < end && this.#highestCode(end - 1) <= threshold) end -= 1;
    return { first, end };
  }

  /** @param bands `bandCount` magnitudes, >= 0; copied */
  addFrame(bands: Float32Array): void {
    const row = this.#frameCount % CHUNK_FRAMES;
    if (row === 0) this.#chunks.push(new Uint16Array(CHUNK_FRAMES * this.bandCount));
    const chunk = this.#chunks[this.#chunks.length - 1]!;
    const { values, results } = this.#logarithms;
    values.set(bands);
    this.#logarithms.compute();
    for (let band = 0; band < this.bandCount; band++) {
      this.#sum += bands[band]!;
      const code = STEPS_PER_OCTAVE * (results[band]! - LOWEST_OCTAVE);
      chunk[row * this.bandCount + band] = code > 0 ? min(HIGHEST_CODE, code + 0.5) : 0;
    }
    this.#frameCount += 1;
  }

  /**
   * Copies the codes of the levels of frames `first` to `end` (exclusive), which are places in `compressionCurve`.
   *
   * @param codes receives `bandCount` integers of each frame
   */
  readCodes(first: number, end: number, codes: Uint16Array): void {
    for (let frame = first; frame < end;) {
      const row = frame % CHUNK_FRAMES;
      const count = Math.min(end - frame, CHUNK_FRAMES - row);
      const chunk = this.#chunks[Math.floor(frame / CHUNK_FRAMES)]!;
      const part = chunk.subarray(row * this.bandCount, (row + count) * this.bandCount);
      codes.set(part, (frame - first) * this.bandCount);
      frame += count;
    }
  }

  /**
   * Adds the compressed levels ln(1 + sensitivity x level / mean) of one frame to sums.
   *
   * Gain and silence around the music do not change them, because they are relative to the mean.
   *
   * @param frameIndex integer in [0, frameCount)
   * @param curve as `compressionCurve` returns it for a sensitivity
   * @param sums `bandCount` values
   */
  addCompressed(frameIndex: number, curve: Float32Array, sums: Float64Array): void {
    const chunk = this.#chunks[Math.floor(frameIndex / CHUNK_FRAMES)]!;
    const offset = (frameIndex % CHUNK_FRAMES) * this.bandCount;
    for (let band = 0; band < this.bandCount; band++) sums[band]! += curve[chunk[offset + band]!]!;
  }

  /**
   * Reads the levels of one frame in dB relative to a magnitude of 1, at least -144.
   *
   * @param frameIndex integer in [0, frameCount)
   * @param bands receives `bandCount` values
   */
  readDecibels(frameIndex: number, bands: Float32Array): void {
    const chunk = this.#chunks[Math.floor(frameIndex / CHUNK_FRAMES)]!;
    const offset = (frameIndex % CHUNK_FRAMES) * this.bandCount;
    for (let band = 0; band < this.bandCount; band++) {
      const octaves = chunk[offset + band]! / STEPS_PER_OCTAVE + LOWEST_OCTAVE;
      bands[band] = DECIBELS_PER_OCTAVE * octaves;
    }
  }

  /** Returns the compressed value of every code, for `addCompressed`; zeros when all levels are zero. */
  compressionCurve(sensitivity: number): Float32Array {
    const { mean } = this;
    const gain = mean === 0 ? 0 : (sensitivity / mean) * 2 ** LOWEST_OCTAVE;
    if (this.#curve?.gain !== gain) this.#curve = { gain, values: compressedByCode(gain) };
    return this.#curve.values;
  }

  /** Sum of the magnitudes of frames `first` to `end` (exclusive), as they were stored. */
  #sumOf(first: number, end: number): number {
    let sum = 0;
    for (let frame = first; frame < end; frame++) {
      const chunk = this.#chunks[Math.floor(frame / CHUNK_FRAMES)]!;
      const offset = (frame % CHUNK_FRAMES) * this.bandCount;
      for (let band = 0; band < this.bandCount; band++) {
        const code = chunk[offset + band]!;
        if (code > 0) sum += 2 ** (code / STEPS_PER_OCTAVE + LOWEST_OCTAVE);
      }
    }
    return sum;
  }

  #highestCode(frameIndex: number): number {
    const chunk = this.#chunks[Math.floor(frameIndex / CHUNK_FRAMES)]!;
    const offset = (frameIndex % CHUNK_FRAMES) * this.bandCount;
    let highest = 0;
    for (let band = 0; band < this.bandCount; band++) highest = max(highest, chunk[offset + band]!);
    return highest;
  }
}

/** Compressed value of every code, ln(1 + gain x its magnitude above the lowest). */
function compressedByCode(gain: number): Float32Array {
  const curve = new Float32Array(HIGHEST_CODE + 1);
  const ratio = 2 ** (1 / STEPS_PER_OCTAVE);
  for (let code = 1, level = gain * ratio; code <= HIGHEST_CODE; code++, level *= ratio) {
    curve[code] = log1p(level);
  }
  return curve;
}
