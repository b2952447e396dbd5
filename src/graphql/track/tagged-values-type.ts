import { Field, Float, ID, Int, ObjectType } from "type-graphql";

/** What the tags of a library file say of its sound. */
@ObjectType("TaggedValues", {
  description:
    "What a person or another program wrote to the tags of the track's library file. Overtone has not measured it, and never mixes it with its own values.",
})
export class TaggedValuesType {
  @Field(() => Float, { nullable: true, description: "Beats per minute, > 0; null if not tagged." })
  readonly tempo!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "Pitch class of the tonic, 0 (C) to 11 (B); null if not tagged.",
  })
  readonly key!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "1 is major, 0 is minor; null if not tagged.",
  })
  readonly mode!: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The name of the key, e.g. "A minor", in whichever notation it is tagged; null if not tagged.',
  })
  readonly keyString!: string | null;

  @Field(() => Float, {
    nullable: true,
    description:
      "ReplayGain of the track, decibels to -18 LUFS; the R128 gain of Opus is converted. Null if not tagged.",
  })
  readonly trackGain!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: "ReplayGain peak of the track, > 0; 1 is full scale. Null if not tagged.",
  })
  readonly trackPeak!: number | null;

  @Field(() => ID, {
    nullable: true,
    description: "MusicBrainz recording id, a UUID; null if not tagged.",
  })
  readonly musicbrainzRecordingId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      "MusicBrainz track id, a UUID: the recording in its place on a release. Null if not tagged.",
  })
  readonly musicbrainzTrackId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: "MusicBrainz release id, a UUID; null if not tagged.",
  })
  readonly musicbrainzReleaseId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: "MusicBrainz release group id, a UUID; null if not tagged.",
  })
  readonly musicbrainzReleaseGroupId!: string | null;

  @Field(() => [ID], {
    description: "MusicBrainz artist ids, UUIDs; empty if none is tagged.",
  })
  readonly musicbrainzArtistIds!: readonly string[];
}
