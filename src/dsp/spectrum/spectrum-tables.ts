/**
 * Returns the window and the twiddle factors that the kernel's Fourier transform of real frames reads, in
 * the layout that `kernel/assembly/spectrum.ts` documents.
 *
 * @param window one factor per sample of a frame; a power of two of them, at least 32
 */
export function spectrumTables(window: Float32Array): Float32Array {
  const frameLength = window.length;
  const tables = [...window];
  for (let groups = frameLength / 8; groups >= 1; groups /= 4) {
    for (const power of [1, 2, 3]) tables.push(...twiddles(groups, power / (4 * groups), 0));
  }
  return Float32Array.from([...tables, ...twiddles(frameLength / 4, 1 / frameLength, 1)]);
}

/** Cosines, then sines, of -2 pi x step x k for `count` whole numbers k from `first` on. */
function twiddles(count: number, step: number, first: number): number[] {
  const angles = Array.from({ length: count }, (_, i) => 2 * Math.PI * step * (first + i));
  return [...angles.map(Math.cos), ...angles.map((angle) => -Math.sin(angle))];
}
