/** Sums of curves, and their number. */
export class MeanCurve {
  readonly sums: Float64Array;
  count = 0;

  constructor(length: number) {
    this.sums = new Float64Array(length);
  }

  /** The mean; zeros without curves. */
  mean(): Float64Array {
    return this.sums.map((sum) => sum / Math.max(1, this.count));
  }
}
