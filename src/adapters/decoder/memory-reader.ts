import type { ByteReader } from "./byte-reader.js";

/** Reads bytes in memory. */
export class MemoryReader implements ByteReader {
  position = 0;
  readonly size: number;

  constructor(private readonly bytes: Uint8Array) {
    this.size = bytes.length;
  }

  read(length: number): Promise<Uint8Array> {
    const bytes = this.bytes.subarray(this.position, this.position + length);
    this.position += bytes.length;
    return Promise.resolve(bytes);
  }

  seek(position: number): Promise<void> {
    this.position = position;
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
