import { Field, Float, Int, ObjectType, registerEnumType } from "type-graphql";
import type { Analysis } from "../../domain/analysis/analysis.js";
import { moods, type Mood } from "../../domain/analysis/descriptors.js";
import type { TrackKey } from "../../domain/track/track-key.js";

/** A track that has a mood. */
@ObjectType("MoodHolder", { description: "A track that has a mood." })
export class MoodHolderType {
  declare readonly trackKey: TrackKey;

  @Field(() => Float, { description: "How strongly the mood is present, in [0, 1]." })
  readonly value!: number;
}

const moodNames = Object.fromEntries(moods.map((mood) => [mood.toUpperCase(), mood]));

registerEnumType(moodNames, {
  name: "MoodName",
  description: "The moods that are estimated for every track.",
  valuesConfig: Object.fromEntries(
    moods.map((mood) => [
      mood.toUpperCase(),
      { description: `${mood.charAt(0).toUpperCase()}${mood.slice(1)}.` },
    ]),
  ),
});

/** The tracks that have a mood. */
@ObjectType("MoodHolders", { description: "The tracks that have a mood." })
export class MoodHoldersType {
  declare readonly analyses: readonly Analysis[];

  @Field(() => moodNames, { description: "The mood." })
  readonly mood!: Mood;

  @Field(() => Int, { description: "How many analysed tracks have it." })
  readonly count!: number;
}
