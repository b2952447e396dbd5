/** A file that knows how far it was read. */
export class CountedBlob {
  readonly #file: Blob;
  #end = 0;

  constructor(file: Blob) {
    this.#file = file;
  }

  get size(): number {
    return this.#file.size;
  }

  /** The share of the file before the end of the part read last, in [0, 1]. */
  get share(): number {
    return this.#file.size === 0 ? 0 : Math.min(1, this.#end / this.#file.size);
  }

  slice(start: number, end: number): Blob {
    this.#end = end;
    return this.#file.slice(start, end);
  }
}
