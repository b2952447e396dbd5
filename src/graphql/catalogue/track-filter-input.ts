import { Field, Float, InputType } from "type-graphql";
import type { TrackFilterParameters } from "../../domain/catalogue/track-filter.js";
import { KIND_TEXT, type KindCondition } from "../../domain/analysis/recording-kind.js";
import { PRESENCE_TEXT, type RecordingPresence } from "../../domain/track/recording-presence.js";
import { recordingPresenceValues } from "./recording-presence-enum.js";
import { kindConditionValues } from "../analysis/kind-enums.js";
import {
  declareConfidences,
  declareDescriptors,
  declareKnown,
  declareMoods,
  declareTags,
} from "./filter-fields.js";

/** Bounds on a number. */
@InputType("FloatRange", {
  description: "Bounds on a number. Both are inclusive; either may be absent.",
})
class FloatRangeInput {
  @Field(() => Float, { nullable: true, description: "The minimum value." })
  readonly gte?: number | null;

  @Field(() => Float, { nullable: true, description: "The maximum value." })
  readonly lte?: number | null;
}

/** Bounds on a time. */
@InputType("TimeRange", {
  description:
    "Bounds on a time, ISO 8601: a day in UTC, such as 2026-11-26, or a time with its zone. Both are inclusive; either may be absent.",
})
class TimeRangeInput {
  @Field(() => String, { nullable: true, description: "The earliest time." })
  readonly gte?: string | null;

  @Field(() => String, { nullable: true, description: "The latest time." })
  readonly lte?: string | null;
}

/** Bounds on the confidence of estimates: one field for each estimate. */
@InputType("ConfidenceFilter", {
  description:
    "Bounds on the confidence of estimates, each in [0, 1] and comparable within one field.",
})
class ConfidenceFilterInput {}

declareConfidences(ConfidenceFilterInput, FloatRangeInput);

/** Bounds on the four moods: one field for each mood. */
@InputType("MoodFilter", { description: "Bounds on the four moods, each in [0, 1]." })
class MoodFilterInput {}

declareMoods(MoodFilterInput, FloatRangeInput);

/** Which tracks to list, with one condition for each descriptor beside the moods. */
@InputType("TrackFilter", {
  description:
    "Which tracks to list. All conditions must be met. A track whose value is null does not meet a condition on that value.",
})
export class TrackFilterInput {
  @Field(() => Boolean, {
    nullable: true,
    description:
      "False lists the tracks of the library that are not analysed, and cannot be combined with other conditions or an order, because these tracks have no values; true when absent.",
  })
  readonly analysed?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Words that occur in the artist or title, in any order. Letter case, diacritics and punctuation are ignored; a text that consists only of symbols is searched for as it is. 1 to 200 characters.",
  })
  readonly text?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Where the audio came from, e.g. "library" or "deezer".',
  })
  readonly source?: string | null;

  @Field(() => kindConditionValues, { nullable: true, description: KIND_TEXT })
  readonly kind?: KindCondition | null;

  @Field(() => String, {
    nullable: true,
    description:
      'A key that the key of the track is compatible with on the Camelot wheel: the same key, one step to either side, or the relative key. Written as Camelot ("8A"), Open Key ("1m") or a name ("A minor", "Am").',
  })
  readonly camelotCompatibleWith?: string | null;

  @Field(() => [String], {
    nullable: true,
    description:
      "Keys, in any of the notations of `camelotCompatibleWith`; the track must have one of them.",
  })
  readonly keyIn?: readonly string[] | null;

  @Field(() => ConfidenceFilterInput, {
    nullable: true,
    description: "Bounds on the confidence of estimates.",
  })
  readonly confidence?: TrackFilterParameters["confidence"];

  @Field(() => MoodFilterInput, { nullable: true, description: "Bounds on the four moods." })
  readonly mood?: TrackFilterParameters["mood"];

  @Field(() => recordingPresenceValues, { nullable: true, description: PRESENCE_TEXT })
  readonly presence?: RecordingPresence | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "Whether a tempo is also within the bounds of `tempo` where its double or half is; false when absent.",
  })
  readonly foldTempo?: boolean | null;
}

declareKnown(TrackFilterInput, { numbers: FloatRangeInput, times: TimeRangeInput });
declareTags(TrackFilterInput);
declareDescriptors(TrackFilterInput, FloatRangeInput);
