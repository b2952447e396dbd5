import { camelotFrom, keyNameFrom, openKeyFrom } from "../../domain/analysis/musical-key.js";
import type { MixStep } from "../../domain/catalogue/mix-path.js";
import type { SimilarTrack } from "../../domain/catalogue/similarity.js";
import { toTrackJson } from "../track/track-json.js";
import type { JsonOf } from "../shapes/plain-shapes.js";
import type { mixStepShape, similarTrackShape } from "./similarity-answers.js";

/** Converts a track that sounds like another to JSON. */
export function toSimilarTrackJson(
  { track, similarity, reasons }: SimilarTrack,
  baseUrl: string,
): JsonOf<typeof similarTrackShape> {
  return { track: toTrackJson(track, baseUrl), similarity, reasons };
}

/** Converts a step of a mix to JSON; values that are not known are `null`. */
export function toMixStepJson(
  { track, tempo, key, energy, progress, transition }: MixStep,
  baseUrl: string,
): JsonOf<typeof mixStepShape> {
  return {
    track: toTrackJson(track, baseUrl),
    tempo,
    key: key && key.tonic,
    mode: key && key.mode,
    keyString: key && keyNameFrom(key),
    camelot: key && camelotFrom(key),
    openKey: key && openKeyFrom(key),
    energy,
    progress,
    transition: transition ?? null,
  };
}
