import { Field, Float, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import type { Analysis, EstimateMethod } from "../../domain/analysis/analysis.js";
import {
  analysisFields,
  descriptors,
  moods,
  type EstimateField,
} from "../../domain/analysis/descriptors.js";
import {
  KIND_CONFIDENCE_TEXT,
  type KindEstimate,
  type RecordingKind,
} from "../../domain/analysis/recording-kind.js";
import { kindMethodValues, recordingKindValues } from "./kind-enums.js";
import type { CorrectionValue } from "../../domain/analysis/correction-field.js";
import type { Correction } from "../../domain/analysis/corrections.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import { NodeType } from "../identity/node-type.js";
import { costOfList } from "../limits/costs.js";
import { DOWNBEAT_CONFIDENCE } from "../timeline/timeline-type.js";
import { trackKeyScalar } from "../track-key-scalar.js";

const estimateMethods = {
  MEASURED: "measured",
  MODEL: "model",
  HEURISTIC: "heuristic",
  USER: "user",
} as const satisfies Record<Uppercase<EstimateMethod>, EstimateMethod>;

/** Declares a nullable field for each descriptor of the list, with the description of the table. */
function declareValues(
  type: { readonly prototype: object },
  fields: readonly EstimateField[],
): void {
  for (const field of fields) {
    const { description, integers } = descriptors[field];
    Field(() => (integers ? Int : Float), { nullable: true, description })(type.prototype, field);
  }
}

/** How strongly each of four moods is present: one field for each mood. */
@ObjectType("Mood", {
  description:
    "How strongly each of four moods is present, each in [0, 1] and independent of the others.",
})
export class MoodType {}

declareValues(MoodType, moods);

/** Another tempo that fits the rhythm. */
@ObjectType("TempoRival", {
  description: "Another tempo that fits the rhythm, less well than the estimated one.",
})
class TempoRivalType {
  @Field(() => Float, { description: "Beats per minute, > 0." })
  readonly bpm!: number;

  @Field(() => Float, {
    description: "The confidence, in [0, 1]; comparable with the confidence of the tempo.",
  })
  readonly confidence!: number;
}

/** What a recording is taken for. */
@ObjectType("KindEstimate", { description: "What a recording is taken for, and by what." })
class KindEstimateType implements KindEstimate {
  @Field(() => recordingKindValues, {
    nullable: true,
    description: "What it is; null where nothing could be measured, as of silence.",
  })
  readonly value!: RecordingKind | null;

  @Field(() => Float, { description: KIND_CONFIDENCE_TEXT })
  readonly confidence!: number;

  @Field(() => kindMethodValues, { description: "What it is known by." })
  readonly method!: KindEstimate["method"];
}

/** The analysis of one track, with one field for each descriptor. */
@ObjectType("TrackAnalysis", {
  implements: NodeType,
  description:
    "Everything that was measured on one recording. A value that the signal does not have is null, never invented: silence has no tempo.",
})
export class TrackAnalysisType extends NodeType {
  declare readonly analysis: Analysis;

  @Field(() => trackKeyScalar, { description: "The key of the track." })
  readonly trackKey!: TrackKey;

  @Field(() => ID, {
    description:
      "Identifies the recording that was measured, wherever an id is taken: `rec:` and 16 hex characters.",
  })
  readonly recordingId!: RecordingId;

  @Field(() => Boolean, {
    description:
      "Whether the audio that was measured is known to be that of the recording. False for analyses of databases of earlier versions until the file has been read again.",
  })
  readonly isVerified!: boolean;

  @Field(() => KindEstimateType, {
    description: "Whether the recording is music, speech or other sounds, and what says it.",
  })
  readonly kind!: KindEstimate;

  @Field(() => String, { description: "The artist of the track." })
  readonly artist!: string;

  @Field(() => String, { description: "The title of the track." })
  readonly trackName!: string;

  @Field(() => Int, { description: "Length of the audio, milliseconds." })
  readonly durationMs!: number;

  @Field(() => String, {
    nullable: true,
    description: 'The name of the key, e.g. "A minor" or "F# major"; null where there is no key.',
  })
  readonly keyString!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The key in Camelot notation, e.g. "8A"; null where there is no key.',
  })
  readonly camelot!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The key in Open Key notation, e.g. "1m"; null where there is no key.',
  })
  readonly openKey!: string | null;

  @Field(() => MoodType, { description: "How strongly each of four moods is present." })
  readonly mood!: MoodType;

  @Field(() => [TempoRivalType], {
    complexity: costOfList(3),
    description: "Other tempos that fit the rhythm, strongest first; may be empty.",
  })
  readonly tempoRivals!: readonly TempoRivalType[];

  @Field(() => [Float], { description: "Beat times, seconds, ascending; may be empty." })
  readonly beats!: readonly number[];

  @Field(() => [Float], {
    description:
      "Times of the first beat of each bar, seconds, ascending, a subset of `beats`; may be empty.",
  })
  readonly downbeats!: readonly number[];

  @Field(() => Float, { nullable: true, description: DOWNBEAT_CONFIDENCE })
  readonly downbeatConfidence!: number | null;

  @Field(() => Int, {
    description: "Version of the analysis engine; values of different versions may differ.",
  })
  readonly analysisVersion!: number;

  @Field(() => String, {
    description: 'When it was computed, ISO 8601 in UTC, e.g. "2026-01-31T12:00:00.000Z".',
  })
  readonly analyzedAt!: string;

  @Field(() => String, { description: 'Where the audio came from, e.g. "library".' })
  readonly source!: string;

  @Field(() => Float, {
    description:
      "Duration of the audio that was measured, seconds: the whole track, or a preview of it. For a preview, beat times are counted from its start.",
  })
  readonly coveredSeconds!: number;
}

declareValues(TrackAnalysisType, analysisFields);
registerEnumType(estimateMethods, {
  name: "EstimateMethod",
  description: "The method of an estimate.",
  valuesConfig: {
    MEASURED: { description: "A published method of signal processing." },
    MODEL: { description: "A model fitted to annotated music." },
    HEURISTIC: { description: "A formula of this project, documented in its source." },
    USER: { description: "Stated by a user in place of what was computed." },
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

  @Field(() => EstimateType, {
    nullable: true,
    complexity: 1,
    description: "What was measured, where a user states another value; null otherwise.",
  })
  readonly measured!: EstimateType | null;
}

/** A value that a user states. */
@ObjectType("Correction", {
  description: "A value that a user states about a recording, beside what was measured.",
})
export class CorrectionType {
  @Field(() => String, {
    description:
      'The name of a field of TrackAnalysis or Mood, e.g. "tempo", or "firstBeat", "artist" or "trackName".',
  })
  readonly field!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'What is stated, a number as a text, a key as "A minor"; null where the music has no such value.',
  })
  readonly value!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "What was measured, as a text, or the name that the recording would be listed under; null where there is none.",
  })
  readonly measured!: string | null;

  @Field(() => Float, {
    nullable: true,
    description: "The confidence of what was measured, in [0, 1]; null for names.",
  })
  readonly confidence!: number | null;

  @Field(() => estimateMethods, {
    nullable: true,
    description: "The method of what was measured; null for names.",
  })
  readonly method!: EstimateMethod | null;
}

/** Converts what a user states to its schema type. */
export function toCorrectionType({ value, measured, ...rest }: Correction): CorrectionType {
  return { ...rest, value: textOf(value), measured: textOf(measured) };
}

const textOf = (value: CorrectionValue): string | null => (value === null ? null : String(value));
