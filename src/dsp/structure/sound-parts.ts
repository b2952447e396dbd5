import { STEPS_PER_SECOND } from "../timbre/loudness.js";

/** Level below the loudest step from which a step counts as quiet, decibels. */
export const QUIET_DECIBELS = 40;
/**
 * Shorter rests belong to the music. Tracks of a compact disc are two seconds apart (IEC 60908), part
 * of which the decay of the last note takes.
 */
const MIN_PAUSE_SECONDS = 1.5;
/** Shorter sounds between pauses are single notes of slow music, seconds. */
const MIN_SOUND_SECONDS = 4;
/** Maximum number of pauses. */
const MAX_PAUSES = 150;

/** An interval of a recording, either with sound or quiet. */
export interface SoundPart {
  /** Seconds; the next one starts where this one ends. */
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly isQuiet: boolean;
}

/** A range of quiet steps: index of the first, and index after the last. */
interface Pause {
  readonly from: number;
  readonly to: number;
}

/**
 * Divides a recording into intervals with sound and pauses: silence at either end, or between at least
 * four seconds of sound. Gain does not change the result.
 *
 * @param stepPowers as `LoudnessMeter.stepPowers` returns them
 * @param durationSeconds > 0
 * @returns parts without gaps from the start to the end; at least one
 */
export function soundParts(
  stepPowers: Float64Array,
  durationSeconds: number,
): readonly SoundPart[] {
  const pauses = separatedPauses(pausesIn(stepPowers), stepPowers.length);
  const parts: SoundPart[] = [];
  const add = (endStep: number, isQuiet: boolean): void => {
    const startSeconds = parts[parts.length - 1]?.endSeconds ?? 0;
    const isLast = endStep === stepPowers.length;
    const endSeconds = isLast ? durationSeconds : endStep / STEPS_PER_SECOND;
    if (endSeconds > startSeconds) parts.push({ startSeconds, endSeconds, isQuiet });
  };
  for (const { from, to } of pauses) {
    add(from, false);
    add(to, true);
  }
  add(stepPowers.length, false);
  return parts;
}

/** All ranges of steps that are quiet for long enough. */
function pausesIn(stepPowers: Float64Array): Pause[] {
  const loudest = stepPowers.reduce((max, power) => Math.max(max, power), 0);
  const limit = loudest * 10 ** (-QUIET_DECIBELS / 10);
  const pauses: Pause[] = [];
  let from = 0;
  for (let step = 0; step <= stepPowers.length; step++) {
    if (step < stepPowers.length && stepPowers[step]! <= limit) continue;
    if (step - from >= MIN_PAUSE_SECONDS * STEPS_PER_SECOND) pauses.push({ from, to: step });
    from = step + 1;
  }
  return pauses;
}

/** The pauses with enough sound on both sides; an end of the recording needs none. */
function separatedPauses(pauses: readonly Pause[], stepCount: number): readonly Pause[] {
  const min = Math.max(MIN_SOUND_SECONDS * STEPS_PER_SECOND, stepCount / MAX_PAUSES);
  return pauses.filter(({ from, to }, index) => {
    const before = from - (pauses[index - 1]?.to ?? 0);
    const after = (pauses[index + 1]?.from ?? stepCount) - to;
    return (from === 0 || before >= min) && (to === stepCount || after >= min);
  });
}
