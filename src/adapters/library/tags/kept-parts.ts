import { PositionedReader } from "../../decoder/memory-reader.js";
import type { BlockingFile } from "../../files/open-file.js";
import type { FilePart } from "./read-ahead.js";

/** Minimum length of a read that is kept, bytes: to look for a shorter one takes as long as to read it. */
const MIN_KEPT_BYTES = 1_024;

/** Reads parts of a file, and keeps them for those who read the same. */
export class KeptParts {
  readonly parts: FilePart[] = [];
  /** Bytes. */
  readonly size: number;

  constructor(private readonly file: BlockingFile) {
    this.size = file.size;
  }

  /** Reads so many bytes at a position; fewer at the end of the file. */
  bytesAt(position: number, length: number): Buffer {
    const end = Math.min(this.size, position + length);
    const kept = this.parts.find(
      (part) => part.position <= position && end <= part.position + part.bytes.length,
    );
    if (kept) {
      const { buffer, byteOffset } = kept.bytes;
      const from = byteOffset + position - kept.position;
      return Buffer.from(buffer, from, Math.max(0, end - position));
    }
    const bytes = this.file.bytesAt(position, length);
    if (bytes.length >= MIN_KEPT_BYTES) this.parts.push({ position, bytes });
    return bytes;
  }

  /** Returns a reader of the file, from its beginning. */
  reader(): PositionedReader {
    return new PositionedReader(this.size, this.bytesAt.bind(this));
  }
}
