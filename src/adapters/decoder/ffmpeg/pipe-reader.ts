import type { Readable } from "node:stream";

import type { ByteReader } from "../byte-reader.js";

/** Reads the output of a process as it arrives. */
export class PipeReader implements ByteReader {
  position = 0;
  readonly size = undefined;

  readonly #chunks: AsyncIterator<Uint8Array>;
  #pending: Uint8Array = new Uint8Array();
  #isAtEnd = false;

  /** @param within limits each wait for the process; it rejects after the maximum wait */
  constructor(
    private readonly stream: Readable,
    private readonly within: <Result>(step: Promise<Result>) => Promise<Result>,
  ) {
    this.#chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  }

  async read(length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(length);
    let filled = 0;
    while (filled < length && (await this.#hasPending())) {
      const taken = this.#pending.subarray(0, length - filled);
      bytes.set(taken, filled);
      filled += taken.length;
      this.#pending = this.#pending.subarray(taken.length);
    }
    this.position += filled;
    return bytes.subarray(0, filled);
  }

  async seek(position: number): Promise<void> {
    if (position < this.position) {
      // Bytes that were read are not kept in memory.
      throw new RangeError("A pipe cannot seek back.");
    }
    while (this.position < position && (await this.#hasPending())) {
      const skipped = Math.min(position - this.position, this.#pending.length);
      this.#pending = this.#pending.subarray(skipped);
      this.position += skipped;
    }
  }

  close(): Promise<void> {
    this.stream.destroy();
    return Promise.resolve();
  }

  async #hasPending(): Promise<boolean> {
    while (this.#pending.length === 0 && !this.#isAtEnd) {
      const next = await this.within(this.#chunks.next());
      if (next.done) this.#isAtEnd = true;
      else this.#pending = next.value;
    }
    return this.#pending.length > 0;
  }
}
