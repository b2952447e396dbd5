import { ArgsType, Field, Float } from "type-graphql";
import type { Computing } from "./read-analysis.js";

/**
 * The arguments of every field that returns an analysis and starts one only where `compute` is
 * true.
 */
@ArgsType()
export class ComputingArgs implements Computing {
  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description: "Whether to start the analysis and wait for it where there is none.",
  })
  readonly compute!: boolean;

  @Field(() => Float, {
    nullable: true,
    description:
      "Maximum time to wait for an analysis in progress, seconds, >= 0. The default is the limit that the server is configured with, which cannot be exceeded.",
  })
  readonly waitSeconds!: number | null;
}
