import type { DomainError } from "../errors/domain-error.js";
import { AnalysisNotFoundError, UnknownTrackIdError } from "../errors/not-found-errors.js";
import { isRecordingId } from "./recording-id.js";
import type { TrackRef } from "./track-ref.js";

/** Returns why a reference leads to no analysed recording: no recording has the id, or none of the name is analysed. */
export const notAnalysed = (ref: TrackRef): DomainError =>
  isRecordingId(ref) ? new UnknownTrackIdError(ref) : new AnalysisNotFoundError(ref);
