import { Field, ID, InputType } from "type-graphql";
import type { TrackKey } from "../../domain/track/track-key.js";
import { trackKeyScalar } from "../track-key-scalar.js";

/** The names of a track. */
@InputType("TrackNames", { description: "The names of a track, as a search returns them." })
class TrackNamesInput {
  @Field(() => String, { description: "The artist; 1 to 4096 characters." })
  readonly artist!: string;

  @Field(() => String, { description: "The title; 1 to 4096 characters." })
  readonly track!: string;
}

/** One way to name a track. `schema.ts` marks the type `@oneOf`, for which Type-GraphQL has no option. */
@InputType("TrackRef", { description: "Names one track, in exactly one of these ways." })
export class TrackRefInput {
  @Field(() => trackKeyScalar, {
    nullable: true,
    description: "By its track key.",
  })
  readonly key?: TrackKey | null;

  @Field(() => ID, {
    nullable: true,
    description:
      "By its `id`, its track key, the id of its recording (`rec:…`), or an id of a catalogue (`isrc:`, `mbid:`, `acoustid:`, `deezer:`, `spotify:`), which means the first track with it, analysed ones before others.",
  })
  readonly id?: string | null;

  @Field(() => TrackNamesInput, {
    nullable: true,
    description:
      "By artist and title, from which the track key is computed. Letter case and surrounding white space make no difference; everything else does.",
  })
  readonly names?: TrackNamesInput | null;
}
