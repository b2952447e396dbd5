import type { MixStep } from "../../domain/catalogue/mix-path.js";
import type { SimilarTrack } from "../../domain/catalogue/similarity.js";
import { toTrackJson } from "../track/track-json.js";

/** Converts a similar track to JSON. */
export function toSimilarTrackJson(similar: SimilarTrack, baseUrl: string): object {
  const { track, similarity, reasons } = similar;
  return { track: toTrackJson(track, baseUrl), similarity, reasons };
}

/** Converts a step of a mix path to JSON; the transition of the first step is `null`. */
export function toMixStepJson(step: MixStep, baseUrl: string): object {
  const { track, progress, transition = null } = step;
  return { track: toTrackJson(track, baseUrl), progress, transition };
}
