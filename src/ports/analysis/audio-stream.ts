/** The rest of audio: from a byte on, of the version with a tag. Where it is another version now, the whole is sent. */
export interface AudioRest {
  readonly startByte: number;
  readonly tag: string;
}

/** Audio, or the rest of it, that is being received. */
export interface AudioStream {
  /** The position of its first byte; 0 for the whole. */
  readonly startByte: number;
  /** The number of bytes that follow; absent where it is not stated. */
  readonly lengthBytes?: number;
  /** Names the version, by which the rest of the same one can be asked for; absent where there is none. */
  readonly tag?: string;
  /** Fails where the connection does, or where nothing arrives for half a minute. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Gives up what was not read. */
  readonly close: () => void;
}
