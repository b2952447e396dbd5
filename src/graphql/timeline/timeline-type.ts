import { Field, Float, Int, ObjectType } from "type-graphql";

/** The key of a stretch of a track. */
@ObjectType("LocalKey", { description: "The key of a stretch of a track." })
export class LocalKeyType {
  @Field(() => Float, { description: "Seconds from the start." })
  readonly startSeconds!: number;

  @Field(() => Float, { description: "Seconds; the next local key begins where this one ends." })
  readonly durationSeconds!: number;

  @Field(() => Int, { description: "Pitch class of the tonic, 0 (C) to 11 (B); 9 is A." })
  readonly key!: number;

  @Field(() => Int, { description: "1 is major, 0 is minor." })
  readonly mode!: number;

  @Field(() => String, { description: 'The key in words, e.g. "A minor".' })
  readonly keyString!: string;

  @Field(() => String, { description: 'The key as the Camelot wheel spells it, e.g. "8A".' })
  readonly camelot!: string;

  @Field(() => String, { description: 'The key in Open Key notation, e.g. "1m".' })
  readonly openKey!: string;

  @Field(() => Float, { description: "How sure it is, in [0, 1]." })
  readonly confidence!: number;
}

/** A key with its spellings. */
@ObjectType("KeySpelling", { description: "A key, as numbers, in words, and as wheels spell it." })
export class KeySpellingType {
  @Field(() => Int, { description: "Pitch class of the tonic, 0 (C) to 11 (B); 9 is A." })
  readonly key!: number;

  @Field(() => Int, { description: "1 is major, 0 is minor." })
  readonly mode!: number;

  @Field(() => String, { description: 'In words, e.g. "A minor".' })
  readonly keyString!: string;

  @Field(() => String, { description: 'As the Camelot wheel spells it, e.g. "8A".' })
  readonly camelot!: string;

  @Field(() => String, { description: 'In Open Key notation, e.g. "1m".' })
  readonly openKey!: string;
}

/** A value at regular moments. */
@ObjectType("Curve", {
  description: "A value at regular moments: the first at 0 s, each next one `hopSeconds` later.",
})
export class CurveType {
  @Field(() => Float, {
    description: "From value to value, seconds: 1, or 2, 4, 8 ... where the track is long.",
  })
  readonly hopSeconds!: number;

  @Field(() => [Float], {
    nullable: "items",
    description: "The values, to the end of the audio; null where the signal carries none.",
  })
  readonly values!: readonly (number | null)[];
}

/** A modulation. */
@ObjectType("KeyChange", {
  description: "A modulation: the moment where one key gives way to another.",
})
export class KeyChangeType {
  @Field(() => Float, { description: "Seconds from the start." })
  readonly timeSeconds!: number;

  @Field(() => Float, { description: "How sure the less certain of the two keys is, in [0, 1]." })
  readonly confidence!: number;
}

/** How a track goes over time. */
@ObjectType("Timeline", {
  description:
    "How a track goes over time. Times are seconds from the start of what was measured: the track, or a preview of it (see `coveredSeconds`).",
})
export class TimelineType {
  @Field(() => Float, {
    description: "Seconds of audio that were measured: of the whole track, or of a preview.",
  })
  readonly coveredSeconds!: number;

  @Field(() => [Float], { description: "Beat times, seconds, ascending, perhaps none." })
  readonly beats!: readonly number[];

  @Field(() => [Float], {
    description: "First beats of bars, seconds, ascending, a subset of `beats`, perhaps none.",
  })
  readonly downbeats!: readonly number[];

  @Field(() => Float, {
    nullable: true,
    description:
      "How steady the tempo is, in [0, 1]: 1 where it never moves, 0.37 where it moves by 4 % on average. Null where no beat is found.",
  })
  readonly tempoStability!: number | null;
}
