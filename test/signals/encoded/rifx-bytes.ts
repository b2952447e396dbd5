/** Returns a WAV file with 16 bytes of format as RIFX: lengths, format and samples in the other order of bytes. */
export function asRifx(wav: Uint8Array, width: number): Uint8Array {
  const bytes = Buffer.from(wav);
  const fields = [4, 4, 4, 2, 2, 4, 4, 2, 2, 4, 4];
  const starts = [0, 4, 16, 20, 22, 24, 28, 32, 34, 36, 40];
  for (const [index, at] of starts.entries()) {
    const isName = at === 0 || at === 36;
    if (!isName) bytes.subarray(at, at + fields[index]!).reverse();
  }
  bytes.write("RIFX", "latin1");
  for (let at = 44; at < bytes.length; at += width) bytes.subarray(at, at + width).reverse();
  return bytes;
}
