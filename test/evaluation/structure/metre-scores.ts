/** A labelled part of a recording in one metre. */
export interface LabelledPart {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  readonly metre: number;
}

/** A section with the metre that was found for it. */
export interface MetreSection {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly timeSignature: { readonly value: number | null };
}

/** Fewer bars of one length are no metre of their own, but bars cut short or beats too many. */
const MIN_BARS = 4;

/** Returns the share of the time of all parts in which a section has the metre of the part, [0, 1]. */
export function metreShare(
  sections: readonly MetreSection[],
  parts: readonly LabelledPart[],
): number {
  let [right, all] = [0, 0];
  for (const { start, end, metre } of parts) {
    all += end - start;
    for (const { startSeconds, endSeconds, timeSignature } of sections) {
      if (timeSignature.value !== metre) continue;
      right += Math.max(0, Math.min(end, endSeconds) - Math.max(start, startSeconds));
    }
  }
  return right / all;
}

/**
 * Returns the numbers of beats from downbeat to downbeat, one after another: of runs of four equal bars or more, without
 * repetition.
 *
 * @param beats, downbeats seconds, ascending; each downbeat is a beat
 */
export function barLengths(beats: Float64Array, downbeats: Float64Array): readonly number[] {
  const places = [...downbeats].map((time) => beats.indexOf(time));
  const lengths = places.slice(1).map((place, bar) => place - places[bar]!);
  const found: number[] = [];
  let run = 0;
  lengths.forEach((length, bar) => {
    run = length === lengths[bar - 1] ? run + 1 : 1;
    if (run === MIN_BARS && length !== found[found.length - 1]) found.push(length);
  });
  return found;
}
