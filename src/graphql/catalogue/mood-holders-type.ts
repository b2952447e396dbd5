import { Field, Float, Int, ObjectType, registerEnumType } from "type-graphql";
import type { Analysis, Mood } from "../../domain/analysis/analysis.js";
import type { TrackKey } from "../../domain/track/track-key.js";

/** A track that holds a mood. */
@ObjectType("MoodHolder", { description: "A track that holds a mood." })
export class MoodHolderType {
  declare readonly trackKey: TrackKey;

  @Field(() => Float, { description: "How strongly it holds the mood, in [0, 1]." })
  readonly value!: number;
}

const moodNames = {
  HAPPY: "happy",
  SAD: "sad",
  RELAXED: "relaxed",
  AGGRESSIVE: "aggressive",
} as const satisfies Record<Uppercase<Mood>, Mood>;

registerEnumType(moodNames, {
  name: "MoodName",
  description: "The moods that are told of every track.",
  valuesConfig: {
    HAPPY: { description: "Happy." },
    SAD: { description: "Sad." },
    RELAXED: { description: "Relaxed." },
    AGGRESSIVE: { description: "Aggressive." },
  },
});

/** The tracks that hold a mood. */
@ObjectType("MoodHolders", { description: "The tracks that hold a mood." })
export class MoodHoldersType {
  declare readonly analyses: readonly Analysis[];

  @Field(() => moodNames, { description: "The mood." })
  readonly mood!: Mood;

  @Field(() => Int, { description: "How many analysed tracks hold it." })
  readonly count!: number;
}
