import type { MixCandidate } from "./mix-candidate.js";

/** A path through the positions of a mix, from its beginning to one of them. */
export interface PartialMix {
  readonly candidate: MixCandidate;
  readonly cost: number;
  /** How badly it breaks the rule that it may break, by `mixRuleMeasures`, >= 0; 0 where it may break none. */
  readonly breach: number;
  readonly before?: PartialMix;
}

/** Returns the candidates of a path, from its beginning; none without a path. */
export function candidatesOf(path: PartialMix | undefined): readonly MixCandidate[] {
  const candidates: MixCandidate[] = [];
  for (let at = path; at !== undefined; at = at.before) candidates.unshift(at.candidate);
  return candidates;
}

/**
 * Returns how many tracks would stand between a candidate behind a path and the last one of its artist, [0, `max`]; `max`
 * also where there is none, or where its artist is not known.
 */
export function tracksSinceArtist(path: PartialMix, { artist }: MixCandidate, max: number): number {
  let at: PartialMix | undefined = path;
  for (let between = 0; between < max && at !== undefined && artist !== ""; between += 1) {
    if (at.candidate.artist === artist) return between;
    at = at.before;
  }
  return max;
}
