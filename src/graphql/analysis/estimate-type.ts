import { Field, Float, ObjectType, registerEnumType } from "type-graphql";
import type { EstimateMethod } from "../../domain/analysis/analysis.js";

const estimateMethods = {
  MEASURED: "measured",
  MODEL: "model",
  HEURISTIC: "heuristic",
} as const satisfies Record<Uppercase<EstimateMethod>, EstimateMethod>;

registerEnumType(estimateMethods, {
  name: "EstimateMethod",
  description: "The method of an estimate.",
  valuesConfig: {
    MEASURED: { description: "A published method of signal processing." },
    MODEL: { description: "A model fitted to annotated music." },
    HEURISTIC: { description: "A formula of this project, documented in its source." },
  },
});

/** A value computed from audio, with its confidence and method. */
@ObjectType("Estimate", {
  description: "A value computed from audio, with its confidence and method.",
})
export class EstimateType {
  @Field(() => String, {
    description:
      'The name of the estimated field, as in TrackAnalysis and Mood, e.g. "tempo" or "happy".',
  })
  readonly field!: string;

  @Field(() => Float, {
    nullable: true,
    description: "The value, in the unit of its field; null where the signal has no such value.",
  })
  readonly value!: number | null;

  @Field(() => Float, {
    description:
      "The confidence, in [0, 1]; comparable within one field and analysis version. 0 where there is no value.",
  })
  readonly confidence!: number;

  @Field(() => estimateMethods, { description: "The method that the value was computed with." })
  readonly method!: EstimateMethod;
}
