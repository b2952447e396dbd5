/**
 * Returns the window and the twiddle factors that the kernel's Fourier transform of real frames reads, in
 * the layout that `kernel/assembly/spectrum.ts` documents.
 *
 * Twiddles are the cosines, then the sines, of -2 pi x step x k for whole numbers k.
 *
 * @param window one factor per sample of a frame; a power of two of them, at least 32
 */
export function spectrumTables(window: Float32Array): Float32Array {
  const frameLength = window.length;
  // Three powers of each stage have as many cosines and sines as six times its groups.
  let length = frameLength + frameLength / 2;
  for (let groups = frameLength / 8; groups >= 1; groups /= 4) length += 6 * groups;
  const tables = new Float32Array(length);
  tables.set(window);
  let end = frameLength;
  const addTwiddles = (count: number, step: number, first: number): void => {
    for (let i = 0; i < count; i++) {
      const angle = 2 * Math.PI * step * (first + i);
      tables[end + i] = Math.cos(angle);
      tables[end + count + i] = -Math.sin(angle);
    }
    end += 2 * count;
  };
  for (let groups = frameLength / 8; groups >= 1; groups /= 4) {
    for (const power of [1, 2, 3]) addTwiddles(groups, power / (4 * groups), 0);
  }
  addTwiddles(frameLength / 4, 1 / frameLength, 1);
  return tables;
}
