import type { MixRuleName, MixRules } from "../../domain/catalogue/mix-path.js";
import type { MixCandidate } from "./mix-candidate.js";
import { tracksSinceArtist, type PartialMix } from "./partial-mix.js";
import {
  haveCompatibleKeys,
  isAtMost,
  ROUNDING_PERCENT,
  tempoChangeBetween,
} from "./step-rules.js";

/** How badly a mix breaks one of its rules. */
interface MixRuleMeasure {
  /** Returns the value that some rules have for this rule, as `UnmetMixRule.asked`; `null` where it does not apply. */
  readonly askedBy: (rules: MixRules) => number | null;
  /** Returns the rules with another value for this rule; with `null`, the rule does not apply. */
  readonly with: (rules: MixRules, asked: number | null) => MixRules;
  /** Returns the breach of a path that is extended by a candidate: 0 where all of its steps meet the rule. */
  readonly breachOf: (path: PartialMix, candidate: MixCandidate, asked: number) => number;
  /** Returns the value that a mix with a breach has, as `UnmetMixRule.found`. */
  readonly found: (breach: number, asked: number) => number | null;
  /** Whether the breach is the number of steps that break the rule; otherwise it is the breach of the worst step. */
  readonly isCounted: boolean;
}

/** The measures of all rules. */
export const mixRuleMeasures: Readonly<Record<MixRuleName, MixRuleMeasure>> = {
  artistSpacing: {
    askedBy: ({ artistSpacing }) => (artistSpacing === 0 ? null : artistSpacing),
    // Where some path needs two tracks of one artist in a row, `null` still avoids that wherever another track is near.
    with: (rules, asked) => ({ ...rules, artistSpacing: asked === 0 ? null : asked }),
    breachOf: (path, candidate, asked) =>
      Math.max(path.breach, asked - tracksSinceArtist(path, candidate, asked)),
    found: (breach, asked) => asked - breach,
    isCounted: false,
  },
  compatibleKeysOnly: {
    askedBy: ({ compatibleKeysOnly }) => (compatibleKeysOnly ? 0 : null),
    with: (rules, asked) => ({ ...rules, compatibleKeysOnly: asked === 0 }),
    breachOf: (path, candidate) =>
      path.breach + (haveCompatibleKeys(path.candidate, candidate) ? 0 : 1),
    found: (breach) => breach,
    isCounted: true,
  },
  maxTempoChangePercent: {
    askedBy: ({ maxTempoChangePercent: max }) => (max === Infinity ? null : max),
    with: (rules, asked) => ({ ...rules, maxTempoChangePercent: asked ?? Infinity }),
    breachOf: (path, candidate, asked) => {
      const change = tempoChangeBetween(path.candidate, candidate);
      return Math.max(path.breach, isAtMost(change, asked) ? 0 : change);
    },
    found: (breach) =>
      breach === Infinity ? null : Math.ceil((breach - ROUNDING_PERCENT) * 10) / 10,
    isCounted: false,
  },
};
