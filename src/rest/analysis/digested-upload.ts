import { createHash } from "node:crypto";
import type { UploadNames, UploadRequest } from "../../services/analysis/upload-service.js";

/** An upload whose file is hashed while it is read. */
export class DigestedUpload implements UploadRequest {
  readonly announcedBytes: number | undefined;
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly #upload: UploadRequest;
  readonly #digest = createHash("sha256");

  constructor(upload: UploadRequest) {
    this.#upload = upload;
    this.announcedBytes = upload.announcedBytes;
    this.bytes = this.#read();
  }

  names = (): UploadNames => this.#upload.names();

  /** Reads the file without keeping it. */
  async readRest(): Promise<void> {
    const parts = this.bytes[Symbol.asyncIterator]();
    while (!(await parts.next()).done);
  }

  /** Returns what was uploaded, once it has been read: not the bytes of the form, whose boundary changes. */
  content(): unknown {
    const { artist, track, fileName } = this.names();
    return { artist, track, fileName, digest: this.#digest.digest("base64url") };
  }

  async *#read(): AsyncGenerator<Uint8Array> {
    for await (const part of this.#upload.bytes) {
      this.#digest.update(part);
      yield part;
    }
  }
}
