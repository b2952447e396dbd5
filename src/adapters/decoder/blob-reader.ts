import { AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import type { ByteReader } from "./byte-reader.js";

/** The part of the `Blob` interface that is used here; a `File` has it too. */
export interface ReadableBlob {
  /** Bytes. */
  readonly size: number;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** Reads a blob, part by part, so that a large file is never whole in memory. */
export class BlobReader implements ByteReader {
  position = 0;
  readonly size: number;

  constructor(private readonly blob: ReadableBlob) {
    this.size = blob.size;
  }

  /** @throws {AudioUndecodableError} the file behind the blob was changed or removed */
  async read(length: number): Promise<Uint8Array> {
    const end = Math.min(this.size, this.position + length);
    const part = this.blob.slice(Math.min(this.position, end), end);
    const bytes = new Uint8Array(await part.arrayBuffer().catch(unreadable));
    this.position += bytes.length;
    return bytes;
  }

  seek(position: number): Promise<void> {
    this.position = position;
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

function unreadable(error: unknown): never {
  throw new AudioUndecodableError("the file cannot be read", error);
}
