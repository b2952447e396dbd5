import { STEPS_PER_SECOND } from "../timbre/loudness.js";

/** What is this far below the loudest is as good as silent, decibels. */
export const QUIET_DECIBELS = 40;
/**
 * Shorter rests belong to the music. Two seconds part the tracks of a compact disc (IEC 60908); a
 * note that dies away takes some of them.
 */
const SHORTEST_PAUSE_SECONDS = 1.5;
/** Shorter sounds between pauses are strokes of something slow, seconds. */
const SHORTEST_SOUND_SECONDS = 4;
/** Pauses at most, so that their number has a bound. */
const MAX_COUNT = 150;

/** A stretch of a recording that sounds, or that does not. */
export interface SoundPart {
  /** Seconds; the next one starts where this one ends. */
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly isQuiet: boolean;
}

/** Steps from one that is quiet to behind the last. */
interface Pause {
  readonly from: number;
  readonly to: number;
}

/**
 * Parts a recording into what sounds and the pauses between: silence at either end or
 * within, where some seconds of sound lie next to it. Gain changes nothing.
 *
 * @param stepPowers as `LoudnessMeter` keeps them
 * @param durationSeconds > 0
 * @returns without gaps from the start to the end; at least one
 */
export function soundParts(
  stepPowers: Float64Array,
  durationSeconds: number,
): readonly SoundPart[] {
  const pauses = standingAlone(pausesIn(stepPowers), stepPowers.length);
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

/** All stretches that are quiet for long enough. */
function pausesIn(stepPowers: Float64Array): Pause[] {
  const loudest = stepPowers.reduce((max, power) => Math.max(max, power), 0);
  const limit = loudest * 10 ** (-QUIET_DECIBELS / 10);
  const pauses: Pause[] = [];
  let from = 0;
  for (let step = 0; step <= stepPowers.length; step++) {
    if (step < stepPowers.length && stepPowers[step]! <= limit) continue;
    if (step - from >= SHORTEST_PAUSE_SECONDS * STEPS_PER_SECOND) pauses.push({ from, to: step });
    from = step + 1;
  }
  return pauses;
}

/** The pauses with enough sound on each side that is not an end of the recording. */
function standingAlone(pauses: readonly Pause[], stepCount: number): readonly Pause[] {
  const min = Math.max(SHORTEST_SOUND_SECONDS * STEPS_PER_SECOND, stepCount / MAX_COUNT);
  return pauses.filter(({ from, to }, index) => {
    const before = from - (pauses[index - 1]?.to ?? 0);
    const after = (pauses[index + 1]?.from ?? stepCount) - to;
    return (from === 0 || before >= min) && (to === stepCount || after >= min);
  });
}
