/** Positions in a file, bytes: `start` is the first one, `end` is behind the last one. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Reads bytes from beginning to end; seeks where the source allows it. */
export interface ByteReader {
  /** Where the next read starts, bytes. */
  readonly position: number;
  /** Length of the source in bytes, or `undefined` for a pipe. */
  readonly size: number | undefined;

  /**
   * Reads the next `length` bytes; fewer only where the source ends, none at its end. The caller may
   * change them.
   */
  read(length: number): Promise<Uint8Array>;

  /** Moves to `position`, which may be beyond the end. A pipe only moves forward. */
  seek(position: number): Promise<void>;

  close(): Promise<void>;
}
