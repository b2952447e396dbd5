import { Field, Int, ObjectType } from "type-graphql";

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
