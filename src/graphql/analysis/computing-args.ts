import { ArgsType, Field, Float } from "type-graphql";
import type { Computing } from "./read-analysis.js";

/** The arguments of every field that leads to an analysis without asking for it by itself. */
@ArgsType()
export class ComputingArgs implements Computing {
  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description: "Whether to have the analysis made, and to wait for it, where there is none.",
  })
  readonly compute!: boolean;

  @Field(() => Float, {
    nullable: true,
    description:
      "How long to wait for an analysis that is being made, seconds, >= 0; never longer than the server is configured to, which is also the default.",
  })
  readonly waitSeconds!: number | null;
}
