import { Field, Float, ObjectType, registerEnumType } from "type-graphql";
import type { KeyRelation } from "../../domain/analysis/key-relation.js";
import type { MixStep, MixTransition } from "../../domain/catalogue/mix-path.js";
import type { Track } from "../../domain/track/track.js";

/** A track of a mix. */
@ObjectType("MixStep", { description: "A track of a mix, and how it follows the one before." })
export class MixStepType {
  declare readonly track: Track;
  declare readonly transition?: MixTransition;

  @Field(() => Float, {
    description:
      "How far along the way from the first track to the last it is, in tempo and mood, in [0, 1].",
  })
  readonly progress!: number;
}

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
    "How one key stands to the one before it. SAME, RELATIVE, FIFTH_UP and FIFTH_DOWN are compatible on the Camelot wheel.",
  valuesConfig: {
    SAME: { description: "The same key." },
    RELATIVE: { description: "The same notes in the other mode: A minor and C major, 8A and 8B." },
    FIFTH_UP: { description: "One step up the Camelot wheel: 8A to 9A." },
    FIFTH_DOWN: { description: "One step down the Camelot wheel: 8A to 7A." },
    PARALLEL: { description: "The same tonic in the other mode: A minor and A major." },
    DISTANT: { description: "Any other." },
    UNKNOWN: { description: "Either track has no key." },
  },
});

const changeOf = (what: string): { nullable: true; description: string } => ({
  nullable: true,
  description: `How much ${what}, in [-1, 1]; null where either track does not tell.`,
});

/** How one track of a mix follows another. */
@ObjectType("MixTransition", { description: "How a track of a mix follows the one before it." })
export class MixTransitionType {
  @Field(() => Float, {
    nullable: true,
    description:
      "How much faster, per cent; below 0 is slower; null where either track has no tempo.",
  })
  readonly tempoChangePercent!: number | null;

  @Field(() => relations, { description: "How its key stands to the one before." })
  readonly keyRelation!: KeyRelation;

  @Field(() => Float, changeOf("more energy it has"))
  readonly energyChange!: number | null;

  @Field(() => Float, changeOf("more pleasant it is"))
  readonly valenceChange!: number | null;

  @Field(() => Float, changeOf("more arousing it is"))
  readonly arousalChange!: number | null;

  @Field(() => String, {
    description: 'The same in words, e.g. "2.1 % faster, a fifth up (8A to 9A), brighter".',
  })
  readonly why!: string;
}

/** A playlist that walks from one track to another. */
@ObjectType("MixPath", {
  description:
    "A playlist that walks from one track to another in small steps of tempo, key and mood. No recording is in it twice.",
})
export class MixPathType {
  declare readonly steps: readonly MixStep[];
}
