import type { MixStep } from "../../domain/catalogue/mix-path.js";
import type { SimilarTrack } from "../../domain/catalogue/similarity.js";
import { toTrackJson } from "../track/track-json.js";

/** A similar track on the wire. */
export function toSimilarTrackJson(similar: SimilarTrack, baseUrl: string): object {
  const { track, similarity, reasons } = similar;
  return { track: toTrackJson(track, baseUrl), similarity, reasons };
}

/** A track of a mix on the wire; the first follows none, so that its transition is `null`. */
export function toMixStepJson(step: MixStep, baseUrl: string): object {
  const { track, progress, transition = null } = step;
  return { track: toTrackJson(track, baseUrl), progress, transition };
}
