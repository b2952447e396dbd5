import { MelFilterbank, type MelFilterbankOptions } from "./mel-filterbank.js";

/** Mel bands of short frames, which rhythm and timbre read. */
export const MEL_BAND_COUNT = 40;

/** Returns the filters of these bands, from 30 Hz to 10 kHz. */
export function melBands({
  sampleRate,
  frameLength,
}: Pick<MelFilterbankOptions, "sampleRate" | "frameLength">): MelFilterbank {
  return new MelFilterbank({
    sampleRate,
    frameLength,
    bandCount: MEL_BAND_COUNT,
    lowestHz: 30,
    highestHz: 10_000,
  });
}
