import { AudioUndecodableError } from "../../../domain/errors/analysis-errors.js";

/** The format of the sound, as a header states it. */
export interface SoundFormat {
  /** Hz, integer in [1000, 768000]. */
  readonly sampleRate: number;
  /** Integer in [1, 32]. */
  readonly channelCount: number;
}

const sampleRateRangeHz = { min: 1_000, max: 768_000 };
const MAX_CHANNEL_COUNT = 32;

/**
 * Checks that a format is within our limits, and returns it.
 *
 * @throws {AudioUndecodableError} the sample rate or channel count is outside our limits
 */
export function checkSoundFormat<Format extends SoundFormat>(format: Format): Format {
  const { sampleRate, channelCount } = format;
  if (!(sampleRate >= sampleRateRangeHz.min && sampleRate <= sampleRateRangeHz.max)) {
    throw new AudioUndecodableError(
      `its sample rate of ${sampleRate} Hz is not between ` +
        `${sampleRateRangeHz.min} and ${sampleRateRangeHz.max} Hz`,
    );
  }
  if (!(channelCount >= 1 && channelCount <= MAX_CHANNEL_COUNT)) {
    throw new AudioUndecodableError(
      `its number of channels, ${channelCount}, is not between 1 and ${MAX_CHANNEL_COUNT}`,
    );
  }
  return format;
}

/**
 * Checks that the sound is not shorter than stated. A difference counts when it is over 1 s and over
 * 2 %: smaller ones are due to the rounding and padding of encoders.
 *
 * @param statedSeconds in [0, inf)
 * @param presentSeconds in [0, inf)
 * @throws {AudioUndecodableError} the sound is clearly shorter than stated
 */
export function checkNotTruncated(statedSeconds: number, presentSeconds: number): void {
  const missingSeconds = statedSeconds - presentSeconds;
  if (missingSeconds <= 1 || missingSeconds <= 0.02 * statedSeconds) return;
  throw new AudioUndecodableError(
    `the file is truncated: it contains ${presentSeconds.toFixed(1)} s of ${statedSeconds.toFixed(1)} s`,
  );
}
