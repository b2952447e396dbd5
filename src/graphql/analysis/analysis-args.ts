import { ArgsType, Field, Float } from "type-graphql";
import { NamedTrackArgs } from "../identity/named-track-args.js";

/** The arguments of the query `analysis`. */
@ArgsType()
export class AnalysisArgs extends NamedTrackArgs {
  @Field(() => String, {
    nullable: true,
    deprecationReason: "Use `by: {names: {artist, track}}`.",
    description:
      "The artist. With it and `track`, a track that no search has returned yet can be found.",
  })
  readonly artist!: string | null | undefined;

  @Field(() => String, {
    nullable: true,
    deprecationReason: "Use `by: {names: {artist, track}}`.",
    description: "The title. `artist` and `track` are given together and must hash to the key.",
  })
  readonly track!: string | null | undefined;

  @Field(() => Float, {
    nullable: true,
    description:
      "Maximum time to wait for the analysis, seconds, >= 0. The default is the limit that the server is configured with, which cannot be exceeded.",
  })
  readonly waitSeconds!: number | null | undefined;
}
