/** Window of a tempogram: 1024 frames, 11.9 s at 86 frames per second. */
export const WINDOW_FRAMES = 1024;

/** A window of a curve minus its mean. */
export interface CentredWindow {
  readonly samples: Float32Array;
  /** Sum of squares, >= 0. */
  readonly energy: number;
}

/** Whether nothing changes within a window. */
export function isSilent({ energy }: CentredWindow): boolean {
  return energy < 1e-6;
}

/** Returns a window minus its mean. */
export function centredWindow(window: Float32Array): CentredWindow {
  const { length } = window;
  let mean = 0;
  for (let i = 0; i < length; i++) mean += window[i]! / length;
  const samples = new Float32Array(length);
  let energy = 0;
  for (let i = 0; i < length; i++) {
    const value = Math.fround(window[i]! - mean);
    samples[i] = value;
    energy += value * value;
  }
  return { samples, energy };
}
