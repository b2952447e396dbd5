import { registerEnumType } from "type-graphql";
import type {
  KindCondition,
  KindEstimate,
  RecordingKind,
} from "../../domain/analysis/recording-kind.js";

/** What a recording is, by its enum values. */
export const recordingKindValues = {
  MUSIC: "music",
  SPEECH: "speech",
  OTHER: "other",
} as const satisfies Record<Uppercase<RecordingKind>, RecordingKind>;

const describedKinds = {
  MUSIC: { description: "Music, or what may be music." },
  SPEECH: { description: "Audiobooks, podcasts and the like." },
  OTHER: { description: "Field recordings and the like." },
};

registerEnumType(recordingKindValues, {
  name: "RecordingKind",
  description: "What a recording is.",
  valuesConfig: describedKinds,
});

/** Which kind of recordings a client asks for, by its enum values. */
export const kindConditionValues = {
  ...recordingKindValues,
  ANY: "any",
} as const satisfies Record<Uppercase<KindCondition>, KindCondition>;

registerEnumType(kindConditionValues, {
  name: "KindCondition",
  description: "Which kind of recordings to return.",
  valuesConfig: { ...describedKinds, ANY: { description: "Any kind." } },
});

/** What a kind is known by, by its enum values. */
export const kindMethodValues = {
  TAGS: "tags",
  HEURISTIC: "heuristic",
} as const satisfies Record<Uppercase<KindEstimate["method"]>, KindEstimate["method"]>;

registerEnumType(kindMethodValues, {
  name: "KindMethod",
  description: "What a kind is known by.",
  valuesConfig: {
    TAGS: { description: "The genre in the tags says it." },
    HEURISTIC: {
      description: "A documented rule of this project, by the estimates of the analysis.",
    },
  },
});
