import { Field, ID, Int, ObjectType } from "type-graphql";
import type { RecordingChange } from "../../domain/catalogue/recording-change.js";

/** The last change of a recording. */
@ObjectType("RecordingChange", {
  description:
    "The last change of a recording: what is known of it now, whatever it was before. Use the id as the key, and replace what you have.",
})
export class RecordingChangeType {
  declare readonly change: RecordingChange;

  @Field(() => ID, { description: "The recording: `rec:` and 16 hex characters." })
  readonly recordingId!: string;

  @Field(() => String, {
    description: "The changes after this one follow with `after` set to it: an opaque text.",
  })
  readonly cursor!: string;

  @Field(() => Boolean, {
    description: "Whether it was removed, or has left the library with the last of its files.",
  })
  readonly isRemoved!: boolean;

  @Field(() => [Int], {
    nullable: true,
    description:
      "Where it lies among others by how it sounds: 16 integers; what sounds alike is near, by the Euclidean distance. Those of different versions of the analysis cannot be compared. Null of removed ones, and where it has none.",
  })
  readonly soundEmbedding!: readonly number[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      "The whole fingerprint of its sound, algorithm 1 of Chromaprint, in the compressed text that AcoustID takes. Null of removed ones, and where it has none.",
  })
  readonly fingerprint!: string | null;
}

/** Some changes. */
@ObjectType("RecordingChanges", { description: "Changes of recordings, in their order." })
export class RecordingChangesType {
  @Field(() => [RecordingChangeType], {
    complexity: 1,
    description: "Each recording once, in the order of its last change.",
  })
  readonly nodes!: readonly RecordingChangeType[];

  @Field(() => String, {
    description: "The value of `after` for what follows, now or later, also where there is none.",
  })
  readonly cursor!: string;

  @Field(() => Boolean, { description: "Whether there are more changes now." })
  readonly hasMore!: boolean;
}
