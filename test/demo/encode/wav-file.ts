/** Sound in the form that encoders read. */
export interface Pcm {
  /** Interleaved, 16 bit. */
  readonly samples: Int16Array;
  readonly channels: 1 | 2;
  /** Hz. */
  readonly sampleRate: number;
}

const HEADER_BYTES = 44;

/**
 * Returns a WAV file without tags.
 *
 * Source: Microsoft and IBM, "Multimedia Programming Interface and Data Specifications 1.0", 1991.
 */
export function wavFile({ samples, channels, sampleRate }: Pcm): Uint8Array {
  const dataBytes = 2 * samples.length;
  const file = Buffer.alloc(HEADER_BYTES + dataBytes);
  file.write("RIFF", 0, "latin1");
  file.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4);
  file.write("WAVEfmt ", 8, "latin1");
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(channels, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(2 * channels * sampleRate, 28);
  file.writeUInt16LE(2 * channels, 32);
  file.writeUInt16LE(16, 34);
  file.write("data", 36, "latin1");
  file.writeUInt32LE(dataBytes, 40);
  for (const [index, sample] of samples.entries())
    file.writeInt16LE(sample, HEADER_BYTES + 2 * index);
  return file;
}
