import { Field, Float, Int, ObjectType, registerEnumType } from "type-graphql";
import type { CueKind, CuePoint } from "../../domain/analysis/cue-points.js";
import { costOfList } from "../limits/costs.js";
import { descriptors } from "../../domain/analysis/descriptors.js";

/** Description of the field `downbeatConfidence` of timelines and analyses. */
export const DOWNBEAT_CONFIDENCE =
  "Confidence of the downbeats in [0, 1]: about the share of them that are right; 0 where there are none. Null in analyses of versions before 12, which did not measure it.";

/** A key in several notations. */
@ObjectType("KeySpelling", {
  description: "A key, as numbers, as a name, and in Camelot and Open Key notation.",
})
class KeySpellingType {
  @Field(() => Int, { description: "Pitch class of the tonic, 0 (C) to 11 (B); 9 is A." })
  readonly key!: number;

  @Field(() => Int, { description: "1 is major, 0 is minor." })
  readonly mode!: number;

  @Field(() => String, { description: 'The name of the key, e.g. "A minor".' })
  readonly keyString!: string;

  @Field(() => String, { description: 'The key in Camelot notation, e.g. "8A".' })
  readonly camelot!: string;

  @Field(() => String, { description: 'The key in Open Key notation, e.g. "1m".' })
  readonly openKey!: string;
}

/** The key of a part of a track. */
@ObjectType("LocalKey", { description: "The key of a part of a track." })
class LocalKeyType extends KeySpellingType {
  @Field(() => Float, { description: "Start, seconds from the start of the audio." })
  readonly startSeconds!: number;

  @Field(() => Float, {
    description: "Duration, seconds; the next local key begins where this one ends.",
  })
  readonly durationSeconds!: number;

  @Field(() => Float, { description: "Confidence, in [0, 1]." })
  readonly confidence!: number;
}

/** A value at regular times. */
@ObjectType("Curve", {
  description: "A value at regular times: the first at 0 s, each following one `hopSeconds` later.",
})
class CurveType {
  @Field(() => Float, {
    description: "Time between two values, seconds: 1, or 2, 4, 8 ... for long tracks.",
  })
  readonly hopSeconds!: number;

  @Field(() => [Float], {
    nullable: "items",
    description: "The values, up to the end of the audio; null where there is none.",
  })
  readonly values!: readonly (number | null)[];
}

/** A change of key. */
@ObjectType("KeyChange", {
  description: "A modulation: the time at which the key changes.",
})
class KeyChangeType {
  @Field(() => Float, { description: "Time, seconds from the start of the audio." })
  readonly timeSeconds!: number;

  @Field(() => Float, {
    description: "The confidence of the less certain of the two keys, in [0, 1].",
  })
  readonly confidence!: number;

  @Field(() => KeySpellingType, { description: "The key before the change." })
  readonly from!: KeySpellingType;

  @Field(() => KeySpellingType, { description: "The key after the change." })
  readonly to!: KeySpellingType;
}

const cues = {
  MIX_IN: "mixIn",
  DROP: "drop",
  BREAK: "break",
  MIX_OUT: "mixOut",
} as const satisfies Record<string, CueKind>;

registerEnumType(cues, {
  name: "CueKind",
  description: "What happens at a cue point.",
  valuesConfig: {
    MIX_IN: { description: "The first bar that sounds." },
    DROP: { description: "A section with much energy begins, after one with less." },
    BREAK: { description: "A section with less energy begins, after one with much." },
    MIX_OUT: { description: "The last section begins, with less energy than the one before." },
  },
});

/** A place of a track at which a DJ would set a cue. */
@ObjectType("CuePoint", {
  description: "A place of a track at which a DJ would set a cue: the first beat of a bar.",
})
class CuePointType implements CuePoint {
  @Field(() => cues, { description: "What happens there." })
  readonly kind!: CueKind;

  @Field(() => Float, { description: "Time, seconds from the start of the audio; a downbeat." })
  readonly startSeconds!: number;

  @Field(() => Float, { description: "Confidence, in [0, 1]." })
  readonly confidence!: number;
}

/** The analysis of a track over time. */
@ObjectType("Timeline", {
  description:
    "The analysis of a track over time. Times are seconds from the start of the audio that was measured: the track, or a preview of it (see `coveredSeconds`).",
})
export class TimelineType {
  @Field(() => Float, {
    description:
      "Duration of the audio that was measured, seconds: the whole track, or a preview of it.",
  })
  readonly coveredSeconds!: number;

  @Field(() => [Float], { description: "Beat times, seconds, ascending; may be empty." })
  readonly beats!: readonly number[];

  @Field(() => [Float], {
    description:
      "Times of the first beat of each bar, seconds, ascending, a subset of `beats`; may be empty.",
  })
  readonly downbeats!: readonly number[];

  @Field(() => Float, { nullable: true, description: DOWNBEAT_CONFIDENCE })
  readonly downbeatConfidence!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      "How steady the tempo is, in [0, 1]: 1 where it never changes, 0.37 where it changes by 4 % on average. Null where no beat is found.",
  })
  readonly tempoStability!: number | null;

  @Field(() => [SectionType], {
    complexity: costOfList(10),
    description:
      "The sections of the track, from its start to its end without gaps; empty for less than a second of sound.",
  })
  readonly sections!: readonly SectionType[];

  @Field(() => CurveType, {
    description: "Short-term loudness (EBU R 128), LUFS, over the 3 s around each time.",
  })
  readonly loudnessCurve!: CurveType;

  @Field(() => CurveType, {
    description:
      "Energy, defined as in `TrackAnalysis.energy`, in [0, 1], over the 3 s around each time.",
  })
  readonly energyCurve!: CurveType;

  @Field(() => CurveType, {
    description: "Tempo, beats per minute, around each time; null where no beat is near.",
  })
  readonly tempoCurve!: CurveType;

  @Field(() => [LocalKeyType], {
    complexity: costOfList(20),
    description:
      "The key over time, from the start to the end without gaps: one entry if the key never changes, none if there is no key.",
  })
  readonly localKeys!: readonly LocalKeyType[];

  @Field(() => [KeyChangeType], {
    complexity: costOfList(3),
    description: "The changes of key; may be empty.",
  })
  readonly keyChanges!: readonly KeyChangeType[];

  @Field(() => [CuePointType], {
    complexity: costOfList(5),
    description: "Where a DJ would set cues, in order; empty where the downbeats are not sure.",
  })
  readonly cuePoints!: readonly CuePoint[];
}

const confidenceOf = (what: string): { description: string } => ({
  description: `Confidence of ${what}, in [0, 1]; 0 where it is null.`,
});

/** Declares a field with the description that the descriptor has for the whole track. */
const describedAs = (field: "tempo" | "key" | "mode" | "timeSignature") => ({
  nullable: true,
  description: descriptors[field].description,
});

/** A section of a track with a uniform sound. */
@ObjectType("Section", {
  description: "A section of a track with a uniform sound, and the values measured on it alone.",
})
export class SectionType {
  @Field(() => Float, { description: "Start, seconds from the start of the audio." })
  readonly startSeconds!: number;

  @Field(() => Float, {
    description: "Duration, seconds; the next section begins where this one ends.",
  })
  readonly durationSeconds!: number;

  @Field(() => String, {
    description:
      'A letter; sections with the same letter sound alike. "A", "B", ... in order of first appearance.',
  })
  readonly label!: string;

  @Field(() => Float, {
    description: "How clearly it differs from the section before, in [0, 1]; 1 for the first.",
  })
  readonly confidence!: number;

  @Field(() => Float, {
    nullable: true,
    description: "Mean loudness, LUFS; null where it is silent.",
  })
  readonly loudness!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: "How loud, dense and bright the sound is, in [0, 1]; null where it is silent.",
  })
  readonly energy!: number | null;

  @Field(() => Float, describedAs("tempo"))
  readonly tempo!: number | null;

  @Field(() => Float, confidenceOf("the tempo"))
  readonly tempoConfidence!: number;

  @Field(() => Int, describedAs("key"))
  readonly key!: number | null;

  @Field(() => Float, confidenceOf("the key"))
  readonly keyConfidence!: number;

  @Field(() => Int, describedAs("mode"))
  readonly mode!: number | null;

  @Field(() => Float, confidenceOf("the mode"))
  readonly modeConfidence!: number;

  @Field(() => String, {
    nullable: true,
    description: 'The name of the key, e.g. "A minor"; null where there is no key.',
  })
  readonly keyString!: string | null;

  @Field(() => Int, describedAs("timeSignature"))
  readonly timeSignature!: number | null;

  @Field(() => Float, confidenceOf("the metre"))
  readonly timeSignatureConfidence!: number;
}
