import { AudioTooLongError, AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import {
  AudioChangedError,
  AudioUnavailableError,
} from "../../domain/errors/availability-errors.js";
import type { AnalysisReply } from "./analysis-exchange.js";

/** The reply of a thread that could not read audio. */
export type FailedReply = Extract<AnalysisReply, { readonly ok: false }>;

/**
 * Returns the reply of a thread that could not read audio.
 *
 * @throws {unknown} the error, where it is a bug
 */
export function failedReplyFrom(error: unknown): FailedReply {
  if (error instanceof AudioUndecodableError) {
    return { ok: false, kind: "undecodable", reason: String(error.facts["reason"]) };
  }
  if (error instanceof AudioUnavailableError) return { ok: false, kind: "unavailable" };
  if (error instanceof AudioChangedError) return { ok: false, kind: "changed" };
  if (error instanceof AudioTooLongError) {
    return { ok: false, kind: "too long", maxSeconds: Number(error.facts["maxSeconds"]) };
  }
  throw error;
}

/** Returns the error that a thread replied. */
export function errorOfReply(reply: FailedReply): Error {
  switch (reply.kind) {
    case "undecodable":
      return new AudioUndecodableError(reply.reason);
    case "unavailable":
      return new AudioUnavailableError();
    case "changed":
      return new AudioChangedError();
    case "too long":
      return new AudioTooLongError(reply.maxSeconds);
  }
}
