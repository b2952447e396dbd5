import { kernel, kernelArrays } from "../kernel/kernel.js";
import type { BandLevels } from "./band-levels.js";

/** First band of each register, and the end of the last, for 40 mel bands from 30 Hz to 10 kHz. */
const REGISTER_EDGES = Int32Array.of(0, 4, 10, 18, 28, 40);
const REGISTER_COUNT = REGISTER_EDGES.length - 1;
/** Distance of the frames whose energies are compared: 23 ms at 86 frames per second. */
const LAG_FRAMES = 2;
/** Logarithmic compression: a band at the mean level is 100 times above the knee. */
const SENSITIVITY = 100;
/** Frames that the kernel compares at once. */
const BLOCK_FRAMES = 1024;
/** Floats beside the levels of a frame. */
const MARGIN = 4;

/**
 * Measures the rise of compressed levels from frame to frame, >= 0, in each register from low to high.
 *
 * Each band is compared with the highest of itself and its neighbours two frames earlier; the first two frames have no
 * rise.
 */
export function risingEnergy(levels: BandLevels): Float32Array[] {
  const { frameCount, bandCount } = levels;
  const table = levels.compressionCurve(SENSITIVITY);
  const stride = bandCount + 2 * MARGIN;
  const [codes, values, edges, rows, rises, results] = kernelArrays([
    (BLOCK_FRAMES * bandCount) / 2,
    table.length,
    REGISTER_EDGES.length,
    (LAG_FRAMES + BLOCK_FRAMES) * stride,
    bandCount,
    BLOCK_FRAMES * REGISTER_COUNT,
  ]);
  const kernelCodes = new Uint16Array(codes.buffer, codes.byteOffset, 2 * codes.length);
  values.set(table);
  new Int32Array(edges.buffer, edges.byteOffset, edges.length).set(REGISTER_EDGES);
  rows.fill(0);
  // Nothing rises over levels that are infinite.
  for (let frame = 0; frame < LAG_FRAMES; frame++) {
    rows.fill(Infinity, frame * stride + MARGIN, (frame + 1) * stride - MARGIN);
  }

  const registers = Array.from({ length: REGISTER_COUNT }, () => new Float32Array(frameCount));
  for (let start = 0; start < frameCount; start += BLOCK_FRAMES) {
    const count = Math.min(BLOCK_FRAMES, frameCount - start);
    levels.readCodes(start, start + count, kernelCodes);
    kernel().risingEnergy(
      codes.byteOffset,
      count,
      bandCount,
      values.byteOffset,
      edges.byteOffset,
      REGISTER_COUNT,
      LAG_FRAMES,
      rows.byteOffset,
      rises.byteOffset,
      results.byteOffset,
    );
    registers.forEach((curve, register) => {
      for (let i = 0; i < count; i++) curve[start + i] = results[i * REGISTER_COUNT + register]!;
    });
    rows.copyWithin(0, count * stride, (count + LAG_FRAMES) * stride);
  }
  return registers;
}
