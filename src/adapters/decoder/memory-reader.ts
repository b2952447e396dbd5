import type { ByteReader } from "./byte-reader.js";

/** Reads what can be read at any position at once. */
export class PositionedReader implements ByteReader {
  position = 0;

  /** @param bytesAt returns so many bytes at a position; fewer at the end */
  constructor(
    readonly size: number,
    private readonly bytesAt: (position: number, length: number) => Uint8Array,
  ) {}

  read(length: number): Promise<Uint8Array> {
    const bytes = this.bytesAt(this.position, length);
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

/** Reads bytes in memory. */
export class MemoryReader extends PositionedReader {
  constructor(bytes: Uint8Array) {
    super(bytes.length, (position, length) => bytes.subarray(position, position + length));
  }
}
