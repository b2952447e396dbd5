/** The waveform of a recording in columns of equal duration. */
export interface Waveform {
  /** Duration of a column, seconds, > 0. */
  readonly columnSeconds: number;
  /** The lowest and the highest sample of all channels in each column; full scale is +-1. */
  readonly minima: Float32Array;
  readonly maxima: Float32Array;
  /** The root mean square of all channels in each column, >= 0. */
  readonly rms: Float32Array;
}

/** Columns a second at first: twice the largest scale of the timeline, pixels a second. */
const FIRST_COLUMNS_PER_SECOND = 200;

/** 11 minutes at first; 3 hours have 6 columns a second. */
const MAX_COLUMNS = 2 ** 17;

/**
 * Measures a waveform block by block, in 2 MB for a recording of any length: when all columns are used, each two
 * become one.
 */
export class WaveformBuilder {
  readonly #minima: Float32Array;
  readonly #maxima: Float32Array;
  /** The mean of the squares of each column. */
  readonly #squares: Float32Array;
  readonly #sampleRate: number;
  #framesPerColumn: number;
  #columns = 0;
  /** The column that is not complete. */
  #frames = 0;
  #min = Infinity;
  #max = -Infinity;
  #sum = 0;
  #channelCount = 1;

  /**
   * @param sampleRate Hz, > 0
   * @param maxColumns even, >= 2
   */
  constructor(sampleRate: number, maxColumns = MAX_COLUMNS) {
    this.#sampleRate = sampleRate;
    this.#framesPerColumn = Math.max(1, Math.round(sampleRate / FIRST_COLUMNS_PER_SECOND));
    this.#minima = new Float32Array(maxColumns);
    this.#maxima = new Float32Array(maxColumns);
    this.#squares = new Float32Array(maxColumns);
  }

  /** @param channels one array a channel, all of one length */
  push(channels: readonly Float32Array[]): void {
    const length = channels[0]?.length ?? 0;
    this.#channelCount = channels.length;
    for (let start = 0; start < length;) {
      const end = Math.min(length, start + this.#framesPerColumn - this.#frames);
      for (const samples of channels) this.#measure(samples, start, end);
      this.#frames += end - start;
      if (this.#frames >= this.#framesPerColumn) this.#endColumn();
      start = end;
    }
  }

  finish(): Waveform {
    if (this.#frames > 0) this.#endColumn();
    return {
      columnSeconds: this.#framesPerColumn / this.#sampleRate,
      minima: this.#minima.slice(0, this.#columns),
      maxima: this.#maxima.slice(0, this.#columns),
      rms: this.#squares.slice(0, this.#columns).map(Math.sqrt),
    };
  }

  #measure(samples: Float32Array, start: number, end: number): void {
    let [min, max, sum] = [this.#min, this.#max, this.#sum];
    for (let at = start; at < end; at += 1) {
      const sample = samples[at] ?? 0;
      if (sample < min) min = sample;
      if (sample > max) max = sample;
      sum += sample * sample;
    }
    [this.#min, this.#max, this.#sum] = [min, max, sum];
  }

  #endColumn(): void {
    this.#minima[this.#columns] = this.#min;
    this.#maxima[this.#columns] = this.#max;
    this.#squares[this.#columns] = this.#sum / (this.#frames * this.#channelCount);
    this.#columns += 1;
    [this.#frames, this.#min, this.#max, this.#sum] = [0, Infinity, -Infinity, 0];
    if (this.#columns === this.#minima.length) this.#halve();
  }

  /** Makes each two columns one. */
  #halve(): void {
    const [minima, maxima, squares] = [this.#minima, this.#maxima, this.#squares];
    this.#columns /= 2;
    this.#framesPerColumn *= 2;
    for (let column = 0; column < this.#columns; column += 1) {
      const [one, other] = [2 * column, 2 * column + 1];
      minima[column] = Math.min(minima[one] ?? 0, minima[other] ?? 0);
      maxima[column] = Math.max(maxima[one] ?? 0, maxima[other] ?? 0);
      squares[column] = ((squares[one] ?? 0) + (squares[other] ?? 0)) / 2;
    }
  }
}
