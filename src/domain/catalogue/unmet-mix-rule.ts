import type { MixRuleName, UnmetMixRule } from "./mix-path.js";

/**
 * Returns the length that a mix misses, with its text.
 *
 * @param available how many tracks may stand between its ends
 */
export function unmetLength(asked: number, found: number, available: number): UnmetMixRule {
  const few = available === 0 ? "none" : `only ${available}`;
  const why =
    available < asked - 2
      ? `${asked} tracks: ${few} may stand between the two, and the longest mix found has ${found}.`
      : `${asked} tracks: the longest mix found that meets the conditions has ${found}.`;
  return { rule: "length", asked, found, why };
}

/** A rule that a mix breaks. */
export interface BrokenMixRule extends Omit<UnmetMixRule, "why"> {
  readonly rule: MixRuleName;
}

/**
 * Returns a rule that a mix breaks, with its text.
 *
 * @param trackCount how many tracks the mix has, >= 2
 */
export function unmetMixRule(
  { rule, asked, found }: BrokenMixRule,
  trackCount: number,
): UnmetMixRule {
  const [askedText, foundText] = texts[rule];
  const why = `${askedText(asked)}: with ${trackCount} tracks, ${foundText(found)}.`;
  return { rule, asked, found, why };
}

type AskedText = (asked: number) => string;
type FoundText = (found: number | null) => string;

/** What was asked, and what was found, of each rule. */
const texts: Readonly<Record<MixRuleName, readonly [AskedText, FoundText]>> = {
  maxTempoChangePercent: [
    (asked) => `Tempo steps of at most ${asked} %`,
    (found) => (found === null ? "one has no tempo" : `the smallest maximum found is ${found} %`),
  ],
  artistSpacing: [
    (asked) => `At least ${asked} ${asked === 1 ? "track" : "tracks"} between two of one artist`,
    (found) => `the most found is ${found ?? 0}`,
  ],
  compatibleKeysOnly: [
    () => "Compatible keys in each step",
    (found) => `the smallest number of incompatible steps found is ${found ?? 0}`,
  ],
};
