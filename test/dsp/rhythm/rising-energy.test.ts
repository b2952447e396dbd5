import { BandLevels } from "../../../src/dsp/rhythm/band-levels.js";
import { risingEnergy } from "../../../src/dsp/rhythm/onset-strength.js";
import { whiteNoise } from "../../signals/plain-signals.js";

const [BANDS, EDGES] = [40, [0, 4, 10, 18, 28, 40]] as const;

/** Mean rise of a register by the definition: over the highest of three neighbouring bands two frames before. */
function riseOf(rows: readonly Float64Array[], frame: number, register: number): number {
  if (frame < 2) return 0;
  const [now, before] = [rows[frame]!, rows[frame - 2]!];
  let sum = 0;
  for (let band = EDGES[register]!; band < EDGES[register + 1]!; band++) {
    const highest = Math.max(before[band - 1] ?? 0, before[band]!, before[band + 1] ?? 0);
    sum += Math.max(0, now[band]! - highest);
  }
  return sum / (EDGES[register + 1]! - EDGES[register]!);
}

describe("risingEnergy", () => {
  // The kernel compares 1024 frames at once, and levels are stored in chunks of 4096.
  it.each([1, 2, 3, 1024, 1026, 4200])(
    "is the mean rise by the definition in %d frames",
    (count) => {
      const noise = whiteNoise({ seconds: count * BANDS, sampleRate: 1, gain: 1 }).map(Math.abs);
      const levels = new BandLevels(BANDS);
      for (let i = 0; i < count; i++) levels.addFrame(noise.subarray(i * BANDS, (i + 1) * BANDS));
      const curve = levels.compressionCurve(100);
      const rows = Array.from({ length: count }, (_, frame) => {
        const row = new Float64Array(BANDS);
        levels.addCompressed(frame, curve, row);
        return row;
      });

      const registers = risingEnergy(levels);

      const frames = [0, 1, 2, 3, 1023, 1024, 1025, count - 1].filter((frame) => frame < count);
      for (const frame of frames) {
        registers.forEach((values, register) => {
          expect(values).toHaveLength(count);
          expect(values[frame]).toBeCloseTo(riseOf(rows, frame, register), 5);
        });
      }
    },
  );
});
