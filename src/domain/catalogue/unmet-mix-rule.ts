import type { MixRuleName, UnmetMixRule } from "./mix-path.js";

/**
 * Returns a rule that a mix breaks, with its text.
 *
 * @param trackCount how many tracks the mix has, >= 2
 */
export function unmetMixRule(
  { rule, asked, found }: Omit<UnmetMixRule, "why">,
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
