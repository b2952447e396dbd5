/** Identifies the audio of a file, whatever its tags say. */
export interface AudioDigest {
  /** SHA-256, 64 hex characters: equal for files with the same encoded audio in the same format. */
  readonly digest: string;
  /** Number of bytes of encoded audio, > 0. */
  readonly bytes: number;
}

/** Computes digests of the encoded audio in files, without their tags. */
export interface AudioDigests {
  /**
   * Reads a whole file, and returns the digest of its audio stream. Writing tags does not change it;
   * changing any sample does. `undefined` where the audio cannot be told from the tags with
   * certainty: another format, or damage.
   *
   * @param path absolute, and checked to be allowed
   * @throws {AudioUndecodableError} there is no such file, or it may not be read
   * @throws {AudioUnavailableError} it cannot be read now, and may become readable again
   * @throws {unknown} `signal.reason`, when aborted
   */
  digestOf(path: string, signal?: AbortSignal): Promise<AudioDigest | undefined>;
}
