import { Field, Float, ObjectType, registerEnumType } from "type-graphql";
import type { EstimateMethod } from "../../domain/analysis/analysis.js";

const estimateMethods = {
  MEASURED: "measured",
  MODEL: "model",
  HEURISTIC: "heuristic",
} as const satisfies Record<Uppercase<EstimateMethod>, EstimateMethod>;

registerEnumType(estimateMethods, {
  name: "EstimateMethod",
  description: "How an estimate came about.",
  valuesConfig: {
    MEASURED: { description: "By a published method of signal processing." },
    MODEL: { description: "By a model fitted to annotated music." },
    HEURISTIC: { description: "By a formula of our own, whose definition is written down." },
  },
});

/** A value computed from audio, with how sure we are and how it came about. */
@ObjectType("Estimate", {
  description: "A value computed from audio, with how sure we are and how it came about.",
})
export class EstimateType {
  @Field(() => String, {
    description:
      'The field that is estimated, named as in TrackAnalysis and Mood, e.g. "tempo" or "happy".',
  })
  readonly field!: string;

  @Field(() => Float, {
    nullable: true,
    description:
      "The value, in the unit of its field; null where the signal carries no such thing.",
  })
  readonly value!: number | null;

  @Field(() => Float, {
    description:
      "In [0, 1]; comparable within one field and analysis version. 0 where there is no value.",
  })
  readonly confidence!: number;

  @Field(() => estimateMethods, { description: "How the value came about." })
  readonly method!: EstimateMethod;
}
