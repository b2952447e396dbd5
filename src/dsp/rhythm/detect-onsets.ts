import type { OnsetStrength } from "./onset-strength.js";

/** Height of a local maximum of onset strength (unit root mean square) that counts as an onset. */
const ONSET_HEIGHT = 1.2;

/** Returns the onsets of notes and strokes: maxima of the total onset strength, seconds, ascending. */
export function detectOnsets({ total, frameRate, frameCount }: OnsetStrength): Float64Array {
  const times: number[] = [];
  for (let i = 1; i + 1 < frameCount; i++) {
    const here = total[i]!;
    if (here > ONSET_HEIGHT && here > total[i - 1]! && here >= total[i + 1]!) {
      times.push(i / frameRate);
    }
  }
  return Float64Array.from(times);
}
