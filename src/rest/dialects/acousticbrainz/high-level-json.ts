import { type Analysis, valueOf } from "../../../domain/analysis/analysis.js";
import type { EstimateField } from "../../../domain/analysis/descriptors.js";
import { metadataOf } from "./document-metadata.js";
import type { JsonOf } from "../../shapes/plain-shapes.js";
import type {
  acousticBrainzClassifierShape,
  acousticBrainzHighLevelShape,
  acousticBrainzVersionShape,
} from "./acousticbrainz-answers.js";

/** A classifier of AcousticBrainz with two classes, and our value that is that of the first. */
interface Classifier {
  readonly field: EstimateField;
  readonly classes: readonly [string, string];
}

const CLASSIFIERS: Readonly<Record<string, Classifier>> = {
  danceability: { field: "danceability", classes: ["danceable", "not_danceable"] },
  mood_acoustic: { field: "acousticness", classes: ["acoustic", "not_acoustic"] },
  mood_aggressive: { field: "aggressive", classes: ["aggressive", "not_aggressive"] },
  mood_happy: { field: "happy", classes: ["happy", "not_happy"] },
  mood_relaxed: { field: "relaxed", classes: ["relaxed", "not_relaxed"] },
  mood_sad: { field: "sad", classes: ["sad", "not_sad"] },
  voice_instrumental: { field: "instrumentalness", classes: ["instrumental", "voice"] },
};

/**
 * Converts an analysis to AcousticBrainz's high-level document. Classifiers of what Overtone does not measure, and of
 * values that the signal does not have, are absent.
 *
 * Source: AcousticBrainz, high-level documents; `src/web/guide/acousticbrainz.md` describes the classifiers.
 */
export function toHighLevelJson(
  analysis: Analysis,
  mbid: string,
): JsonOf<typeof acousticBrainzHighLevelShape> {
  const metadata = metadataOf(analysis, mbid);
  const highlevel = Object.entries(CLASSIFIERS).flatMap(([name, { field, classes }]) => {
    const share = valueOf(analysis, field);
    return share === null ? [] : [[name, verdictOf(share, classes, metadata.version)] as const];
  });
  return { metadata, highlevel: Object.fromEntries(highlevel) };
}

function verdictOf(
  share: number,
  [first, second]: readonly [string, string],
  version: JsonOf<typeof acousticBrainzVersionShape>,
): JsonOf<typeof acousticBrainzClassifierShape> {
  const rest = Math.round(1e4 * (1 - share)) / 1e4;
  const isFirst = share >= 0.5;
  return {
    all: { [first]: share, [second]: rest },
    probability: isFirst ? share : rest,
    value: isFirst ? first : second,
    version,
  };
}
