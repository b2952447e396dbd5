/** A series of 32-bit floats to which values are appended one at a time. */
export class GrowingSeries {
  #values = new Float32Array(4096);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(value: number): void {
    if (this.#length === this.#values.length) {
      const grown = new Float32Array(2 * this.#length);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.#length++] = value;
  }

  /** @param index integer in [0, length) */
  at(index: number): number {
    return this.#values[index]!;
  }

  /** All values so far; a view that may be out of date after the next `add`. */
  toArray(): Float32Array {
    return this.#values.subarray(0, this.#length);
  }
}
