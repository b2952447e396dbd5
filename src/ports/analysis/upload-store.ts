/** Audio that a client sent, stored until it is analysed. Plain data. */
export interface Upload {
  /** Unique among uploads, and never equal to a track key. */
  readonly id: string;
}

/** An upload as a file of this machine. */
export interface UploadFile {
  readonly path: string;
  /** To be called when the file is no longer read. */
  close(): Promise<void>;
}

/** Stores the files that clients upload until they are analysed, also over a restart of the server. */
export interface UploadStore {
  /**
   * Stores the bytes of an upload until it is removed. A failed upload leaves nothing behind.
   *
   * @param announcedBytes the number of bytes that the client announced, if any. Space for them is
   * reserved before the first is read, and released when saving fails or the upload is removed;
   * without it, space is reserved for the bytes as they arrive
   * @throws {PayloadTooLargeError} more bytes than the maximum of an upload
   * @throws {AnalyzerBusyError} the waiting uploads take all the space reserved for uploads
   * @throws {AudioUndecodableError} no bytes, or bytes in an unknown audio format
   * @throws {Error} what `bytes` throws, and where the disk cannot be written
   */
  save(bytes: AsyncIterable<Uint8Array>, announcedBytes?: number): Promise<Upload>;

  /**
   * Provides an upload as a file.
   *
   * @throws {AudioUndecodableError} the upload is not stored any more
   */
  open(upload: Upload): Promise<UploadFile>;

  /** Deletes an upload; ignored where it is deleted already. */
  remove(upload: Upload): Promise<void>;

  /** Returns the uploads that were stored so many milliseconds ago or earlier. */
  findOlderThan(milliseconds: number): Promise<readonly Upload[]>;
}
