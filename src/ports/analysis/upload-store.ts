/** Audio that a client sent, kept until it is analysed. Plain data. */
export interface Upload {
  /** Names it among all uploads, and never equals a track key. */
  readonly id: string;
  /** Where it lies on this machine. */
  readonly path: string;
}

/** Keeps what clients upload for as long as it takes to analyse it, and no longer. */
export interface UploadStore {
  /**
   * Keeps the bytes of an upload until it is removed. Whatever goes wrong, nothing of it stays.
   *
   * @param announcedBytes how many the client says there are, when it says so. Room for them is
   * reserved before the first is taken, and given back when saving fails or the upload is removed;
   * without it, room is reserved for the bytes as they arrive
   * @throws {PayloadTooLargeError} more bytes than an upload may have
   * @throws {AnalyzerBusyError} the uploads that wait take all the room there is
   * @throws {AudioUndecodableError} no bytes, or bytes in no audio format that we know
   * @throws {Error} what `bytes` throws, and where the disk takes no more
   */
  save(bytes: AsyncIterable<Uint8Array>, announcedBytes?: number): Promise<Upload>;

  /** Deletes an upload. One that is gone already is ignored. */
  remove(upload: Upload): Promise<void>;
}
