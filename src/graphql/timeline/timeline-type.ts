import { Field, Float, Int, ObjectType } from "type-graphql";

/** The key of a part of a track. */
@ObjectType("LocalKey", { description: "The key of a part of a track." })
export class LocalKeyType {
  @Field(() => Float, { description: "Start, seconds from the start of the audio." })
  readonly startSeconds!: number;

  @Field(() => Float, {
    description: "Duration, seconds; the next local key begins where this one ends.",
  })
  readonly durationSeconds!: number;

  @Field(() => Int, { description: "Pitch class of the tonic, 0 (C) to 11 (B); 9 is A." })
  readonly key!: number;

  @Field(() => Int, { description: "1 is major, 0 is minor." })
  readonly mode!: number;

  @Field(() => String, { description: 'The name of the key, e.g. "A minor".' })
  readonly keyString!: string;

  @Field(() => String, { description: 'The key in Camelot notation, e.g. "8A".' })
  readonly camelot!: string;

  @Field(() => String, { description: 'The key in Open Key notation, e.g. "1m".' })
  readonly openKey!: string;

  @Field(() => Float, { description: "Confidence, in [0, 1]." })
  readonly confidence!: number;
}

/** A key in several notations. */
@ObjectType("KeySpelling", {
  description: "A key, as numbers, as a name, and in Camelot and Open Key notation.",
})
export class KeySpellingType {
  @Field(() => Int, { description: "Pitch class of the tonic, 0 (C) to 11 (B); 9 is A." })
  readonly key!: number;

  @Field(() => Int, { description: "1 is major, 0 is minor." })
  readonly mode!: number;

  @Field(() => String, { description: 'The name of the key, e.g. "A minor".' })
  readonly keyString!: string;

  @Field(() => String, { description: 'The key in Camelot notation, e.g. "8A".' })
  readonly camelot!: string;

  @Field(() => String, { description: 'The key in Open Key notation, e.g. "1m".' })
  readonly openKey!: string;
}

/** A value at regular times. */
@ObjectType("Curve", {
  description: "A value at regular times: the first at 0 s, each following one `hopSeconds` later.",
})
export class CurveType {
  @Field(() => Float, {
    description: "Time between two values, seconds: 1, or 2, 4, 8 ... for long tracks.",
  })
  readonly hopSeconds!: number;

  @Field(() => [Float], {
    nullable: "items",
    description: "The values, up to the end of the audio; null where there is none.",
  })
  readonly values!: readonly (number | null)[];
}

/** A change of key. */
@ObjectType("KeyChange", {
  description: "A modulation: the time at which the key changes.",
})
export class KeyChangeType {
  @Field(() => Float, { description: "Time, seconds from the start of the audio." })
  readonly timeSeconds!: number;

  @Field(() => Float, {
    description: "The confidence of the less certain of the two keys, in [0, 1].",
  })
  readonly confidence!: number;
}

/** The analysis of a track over time. */
@ObjectType("Timeline", {
  description:
    "The analysis of a track over time. Times are seconds from the start of the audio that was measured: the track, or a preview of it (see `coveredSeconds`).",
})
export class TimelineType {
  @Field(() => Float, {
    description:
      "Duration of the audio that was measured, seconds: the whole track, or a preview of it.",
  })
  readonly coveredSeconds!: number;

  @Field(() => [Float], { description: "Beat times, seconds, ascending; may be empty." })
  readonly beats!: readonly number[];

  @Field(() => [Float], {
    description:
      "Times of the first beat of each bar, seconds, ascending, a subset of `beats`; may be empty.",
  })
  readonly downbeats!: readonly number[];

  @Field(() => Float, {
    nullable: true,
    description:
      "How steady the tempo is, in [0, 1]: 1 where it never changes, 0.37 where it changes by 4 % on average. Null where no beat is found.",
  })
  readonly tempoStability!: number | null;
}
