import { Field, ID, Int, ObjectType } from "type-graphql";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { Artwork } from "../../domain/track/track.js";
import { NodeType } from "../identity/node-type.js";
import { trackKeyScalar } from "../track-key-scalar.js";

/** A track with its metadata. */
@ObjectType("Track", {
  implements: NodeType,
  description:
    "A track: a recording, or an artist and a title that mean the preferred recording of that name, with what the metadata providers and the tags of files know of it.",
})
export class TrackType extends NodeType {
  declare readonly artwork: Artwork;
  declare readonly durationSeconds?: number;
  declare readonly artists?: readonly string[];

  @Field(() => trackKeyScalar, { description: "Identifies the track everywhere in this API." })
  readonly trackKey!: TrackKey;

  @Field(() => ID, {
    nullable: true,
    description:
      "Identifies the recording that the track is, wherever an id is taken: `rec:` and 16 hex characters; null where the track means whatever recording is preferred for its name.",
  })
  declare readonly recordingId?: RecordingId;

  @Field(() => String, { description: "The title as the provider gives it, including prefixes." })
  readonly trackName!: string;

  @Field(() => String, { description: "The artist as the provider gives it." })
  readonly artist!: string;

  @Field(() => String, {
    nullable: true,
    description: "The release that the provider gives; null if it gives none.",
  })
  declare readonly album?: string;

  @Field(() => String, {
    nullable: true,
    description: "The artist of the whole album; null if unknown.",
  })
  declare readonly albumArtist?: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The genre as the provider or the tags of the file give it, several separated by "; "; null if neither gives one.',
  })
  declare readonly genre?: string;

  @Field(() => Int, {
    nullable: true,
    description: "Year of release, 1000 to 9999, of the same origin; null if unknown.",
  })
  declare readonly year?: number;

  @Field(() => Int, {
    nullable: true,
    description: "Its number on its disc of the album, >= 1; null if unknown.",
  })
  declare readonly trackNumber?: number;

  @Field(() => Int, {
    nullable: true,
    description: "The number of its disc of the album, >= 1; null if unknown.",
  })
  declare readonly discNumber?: number;

  @Field(() => String, {
    nullable: true,
    description: 'The composer, several separated by "; "; null if unknown.',
  })
  declare readonly composer?: string;

  @Field(() => String, {
    nullable: true,
    description: 'The record label, several separated by "; "; null if unknown.',
  })
  declare readonly label?: string;

  @Field(() => String, {
    nullable: true,
    description: "The work of which the track is a movement; null if unknown.",
  })
  declare readonly work?: string;

  @Field(() => String, {
    nullable: true,
    description: "The name of the movement; null if unknown.",
  })
  declare readonly movement?: string;

  @Field(() => Int, {
    nullable: true,
    description: "The number of the movement in its work, 1 to 9999; null if unknown.",
  })
  declare readonly movementNumber?: number;

  @Field(() => String, {
    nullable: true,
    description:
      "International Standard Recording Code: 12 characters, upper case, no hyphens; null where unknown.",
  })
  declare readonly isrc?: string;

  @Field(() => ID, {
    nullable: true,
    description: "MusicBrainz recording id, a UUID; null where unknown.",
  })
  declare readonly musicbrainzId?: string;

  @Field(() => ID, { nullable: true, description: "Deezer track id; null where unknown." })
  declare readonly deezerId?: string;

  @Field(() => ID, { nullable: true, description: "Spotify track id; null where unknown." })
  declare readonly spotifyId?: string;

  @Field(() => ID, { nullable: true, description: "iTunes track id; null where unknown." })
  declare readonly itunesId?: string;

  @Field(() => [String], {
    description: "Names of the metadata providers that know the track, in the configured order.",
  })
  readonly providers!: readonly string[];
}
