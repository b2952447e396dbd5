import { Field, Float, ObjectType, registerEnumType } from "type-graphql";
import { costOfList } from "../limits/costs.js";
import type { KeyRelation } from "../../domain/analysis/key-relation.js";
import type { UnmetMixName, UnmetMixRule } from "../../domain/catalogue/mix-path.js";
import type { Track } from "../../domain/track/track.js";

const relations = {
  SAME: "same",
  RELATIVE: "relative",
  FIFTH_UP: "fifth_up",
  FIFTH_DOWN: "fifth_down",
  PARALLEL: "parallel",
  DISTANT: "distant",
  UNKNOWN: "unknown",
} as const satisfies Record<string, KeyRelation>;

registerEnumType(relations, {
  name: "KeyRelation",
  description:
    "The relation of a key to the key before it. SAME, RELATIVE, FIFTH_UP and FIFTH_DOWN are compatible on the Camelot wheel.",
  valuesConfig: {
    SAME: { description: "The same key." },
    RELATIVE: { description: "The same notes in the other mode: A minor and C major, 8A and 8B." },
    FIFTH_UP: { description: "One step up the Camelot wheel: 8A to 9A." },
    FIFTH_DOWN: { description: "One step down the Camelot wheel: 8A to 7A." },
    PARALLEL: { description: "The same tonic in the other mode: A minor and A major." },
    DISTANT: { description: "Any other relation." },
    UNKNOWN: { description: "Either track has no key." },
  },
});

const changeOf = (what: string): { nullable: true; description: string } => ({
  nullable: true,
  description: `The change of ${what}, in [-1, 1]; null where either track has no value.`,
});

/** The transition from one track of a mix path to the next. */
@ObjectType("MixTransition", {
  description: "The transition from one track of a mix path to the next.",
})
class MixTransitionType {
  @Field(() => Float, {
    nullable: true,
    description:
      "The change of tempo, per cent; negative is slower; null where either track has no tempo.",
  })
  readonly tempoChangePercent!: number | null;

  @Field(() => relations, { description: "The relation of the key to the key before." })
  readonly keyRelation!: KeyRelation;

  @Field(() => Float, changeOf("energy"))
  readonly energyChange!: number | null;

  @Field(() => Float, changeOf("valence"))
  readonly valenceChange!: number | null;

  @Field(() => Float, changeOf("arousal"))
  readonly arousalChange!: number | null;

  @Field(() => String, {
    description: 'The transition as text, e.g. "2.1 % faster, a fifth up (8A to 9A), brighter".',
  })
  readonly why!: string;
}

/** A track of a mix path. */
@ObjectType("MixStep", {
  description: "A track of a mix path, with the transition from the track before.",
})
export class MixStepType {
  declare readonly track: Track;

  @Field(() => Float, {
    description: "The progress from the first track to the last in tempo and mood, in [0, 1].",
  })
  readonly progress!: number;

  @Field(() => MixTransitionType, {
    nullable: true,
    description: "The transition from the track before; null for the first track.",
  })
  readonly transition?: MixTransitionType;
}

const rules = {
  ARTIST_SPACING: "artistSpacing",
  COMPATIBLE_KEYS_ONLY: "compatibleKeysOnly",
  LENGTH: "length",
  MAX_TEMPO_CHANGE_PERCENT: "maxTempoChangePercent",
} as const satisfies Record<string, UnmetMixName>;

registerEnumType(rules, {
  name: "MixRule",
  description:
    "The length of a mix path, or a condition on each of its steps, by the argument that asks for it.",
  valuesConfig: {
    ARTIST_SPACING: { description: "The minimum number of tracks between two of one artist." },
    COMPATIBLE_KEYS_ONLY: { description: "Compatible keys in every step." },
    LENGTH: { description: "The number of tracks." },
    MAX_TEMPO_CHANGE_PERCENT: { description: "The maximum change of tempo in a step." },
  },
});

/** A condition that a mix path does not meet. */
@ObjectType("UnmetMixRule", {
  description:
    "The length, or a condition on steps, that a mix path does not meet, because no path was found that meets all of them.",
})
class UnmetMixRuleType implements UnmetMixRule {
  @Field(() => rules, { description: "The condition." })
  readonly rule!: UnmetMixName;

  @Field(() => Float, {
    description:
      "What was asked: tracks in all; per cent; tracks between two of one artist; 0 steps with incompatible keys.",
  })
  readonly asked!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      "What the path has, the nearest that was found: tracks in all; per cent, rounded up to a tenth; tracks between two of one artist; steps with incompatible keys. Null where a track on the way has no tempo.",
  })
  readonly found!: number | null;

  @Field(() => String, {
    description:
      'Both as text, e.g. "Tempo steps of at most 6 %: with 8 tracks, the smallest maximum found is 9.4 %."',
  })
  readonly why!: string;
}

/** A playlist from one track to another. */
@ObjectType("MixPath", {
  description:
    "A playlist from one track to another in small steps of tempo, key and mood. It contains no recording twice.",
})
export class MixPathType {
  @Field(() => [MixStepType], {
    complexity: 1,
    description:
      "The tracks in order, including the first and the last; fewer than requested where no longer path is found, which `unmet` says.",
  })
  readonly steps!: readonly MixStepType[];

  @Field(() => [UnmetMixRuleType], {
    complexity: costOfList(3),
    description:
      "The length and the conditions on steps that the path does not meet, because none was found that meets all; empty where it meets them.",
  })
  readonly unmet!: readonly UnmetMixRule[];
}
