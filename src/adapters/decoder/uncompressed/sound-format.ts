import { AudioUndecodableError } from "../../../domain/errors/analysis-errors.js";

/** What a header promises of the sound behind it. */
export interface SoundFormat {
  /** Hz, integer in [1000, 768000]. */
  readonly sampleRate: number;
  /** Integer in [1, 32]. */
  readonly channelCount: number;
}

const sampleRateRangeHz = { min: 1_000, max: 768_000 };
const maxChannelCount = 32;

/**
 * Lets through a format that we can work with.
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
  if (!(channelCount >= 1 && channelCount <= maxChannelCount)) {
    throw new AudioUndecodableError(
      `it has ${channelCount} channels, and we take 1 to ${maxChannelCount}`,
    );
  }
  return format;
}

/**
 * Compares what is there with what the header promised. A shortfall counts when it is over 1 s and
 * over 2 %: smaller ones are the rounding and padding of encoders.
 *
 * @param promisedSeconds in [0, inf)
 * @param presentSeconds in [0, inf)
 * @throws {AudioUndecodableError} clearly less is there than was promised
 */
export function checkNotTruncated(promisedSeconds: number, presentSeconds: number): void {
  const missingSeconds = promisedSeconds - presentSeconds;
  if (missingSeconds <= 1 || missingSeconds <= 0.02 * promisedSeconds) return;
  throw new AudioUndecodableError(
    `the file is truncated: ${presentSeconds.toFixed(1)} s of ${promisedSeconds.toFixed(1)} s are there`,
  );
}
