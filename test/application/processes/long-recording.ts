/**
 * Two minutes of a beating tone, 8-bit at 8 kHz: long enough to kill the server during its
 * analysis.
 */
export function longRecording(): Buffer {
  const sampleRate = 8_000;
  const count = sampleRate * 120;
  const bytes = Buffer.alloc(44 + count, 128);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(36 + count, 4);
  bytes.write("WAVEfmt ", 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(sampleRate, 24);
  bytes.writeUInt32LE(sampleRate, 28);
  bytes.writeUInt16LE(1, 32);
  bytes.writeUInt16LE(8, 34);
  bytes.write("data", 36);
  bytes.writeUInt32LE(count, 40);
  for (let i = 0; i < count; i++) {
    const envelope = 1 - (i % 4_000) / 4_000;
    bytes[44 + i] =
      128 + Math.round(90 * envelope * Math.sin((2 * Math.PI * 440 * i) / sampleRate));
  }
  return bytes;
}
