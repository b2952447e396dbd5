import { Field, Float, ObjectType } from "type-graphql";
import type { TrackFilterParameters } from "../../domain/catalogue/track-filter.js";
import {
  declareConfidences,
  declareDescriptors,
  declareMoods,
} from "../catalogue/filter-fields.js";

/** Bounds on a number. */
@ObjectType("PlaylistRange", {
  description: "Bounds on a number. Both are inclusive; one that is null does not apply.",
})
class PlaylistRangeType {
  @Field(() => Float, { nullable: true, description: "The minimum value." })
  readonly gte?: number | null;

  @Field(() => Float, { nullable: true, description: "The maximum value." })
  readonly lte?: number | null;
}

/** Bounds on the confidence of estimates: one field for each estimate. */
@ObjectType("PlaylistConfidenceFilter", {
  description:
    "Bounds on the confidence of estimates, each in [0, 1]; those that are null do not apply.",
})
class PlaylistConfidenceFilterType {}

declareConfidences(PlaylistConfidenceFilterType, PlaylistRangeType);

/** Bounds on the four moods: one field for each mood. */
@ObjectType("PlaylistMoodFilter", {
  description: "Bounds on the four moods, each in [0, 1]; those that are null do not apply.",
})
class PlaylistMoodFilterType {}

declareMoods(PlaylistMoodFilterType, PlaylistRangeType);

/** The conditions on the tracks of a playlist, with the fields of `TrackFilterInput`. */
@ObjectType("PlaylistFilter", {
  description:
    "The conditions on the tracks of a playlist, as they were given. All must be met; one that is null does not apply.",
})
export class PlaylistFilterType {
  @Field(() => String, {
    nullable: true,
    description: "Words that occur in the artist or title, in any order.",
  })
  readonly text?: TrackFilterParameters["text"];

  @Field(() => String, { nullable: true, description: "Where the audio came from." })
  readonly source?: TrackFilterParameters["source"];

  @Field(() => String, {
    nullable: true,
    description: "A key that the key of the track is compatible with on the Camelot wheel.",
  })
  readonly camelotCompatibleWith?: TrackFilterParameters["camelotCompatibleWith"];

  @Field(() => [String], {
    nullable: true,
    description: "Keys, of which the track must have one.",
  })
  readonly keyIn?: TrackFilterParameters["keyIn"];

  @Field(() => PlaylistConfidenceFilterType, {
    nullable: true,
    description: "Bounds on the confidence of estimates.",
  })
  readonly confidence?: TrackFilterParameters["confidence"];

  @Field(() => PlaylistMoodFilterType, {
    nullable: true,
    description: "Bounds on the four moods.",
  })
  readonly mood?: TrackFilterParameters["mood"];

  @Field(() => PlaylistRangeType, {
    nullable: true,
    description: "Bounds on the length of the audio, milliseconds.",
  })
  readonly durationMs?: TrackFilterParameters["durationMs"];
}

declareDescriptors(PlaylistFilterType, PlaylistRangeType);
