import { ensemble } from "./ensemble.js";

/** Returns 12 s of music that the fingerprints of `fpcalc` are known of, in one channel or two different ones. */
export function ensembleChannels(sampleRate: number, channelCount: 1 | 2): Float32Array[] {
  const piece = { sampleRate, seconds: 12, bpm: 132, beatsPerBar: 4 } as const;
  const left = ensemble({ ...piece, tonic: 9, mode: "minor" });
  if (channelCount === 1) return [left];
  const right = ensemble({ ...piece, tonic: 4, mode: "minor", hasDrums: false, gain: 0.3 });
  return [left, right];
}
