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
