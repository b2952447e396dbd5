import type { AnalysisState } from "./analysis.js";
import { DomainError } from "../errors/domain-error.js";
import type { Failure } from "../errors/failure.js";
import type { ErrorCode } from "../errors/error-code.js";
import type { TrackRef } from "../track/track-ref.js";

/** Codes of temporary failures. Any other failure needs a change by the client or the operator. */
const TEMPORARY: readonly ErrorCode[] = [
  "RATE_LIMITED",
  "PROVIDER_UNAVAILABLE",
  "PROVIDER_BAD_RESPONSE",
  "PROVIDER_RATE_LIMITED",
  "ANALYZER_BUSY",
  "ANALYSIS_DROPPED",
  "STORAGE_BUSY",
  "STORAGE_FULL",
  "STORAGE_UNAVAILABLE",
  "AUDIO_UNAVAILABLE",
  "AUDIO_CHANGED",
  "TIMED_OUT",
];

/** The default where the failure has no retry time. */
const DEFAULT_RETRY_SECONDS = 5;

/** Returns whether a failure with this code may not occur again, without a change by anybody. */
export function isTemporaryCode(code: Failure["code"]): boolean {
  return code !== "INTERNAL" && TEMPORARY.includes(code);
}

/**
 * Returns the state of a failed analysis, with the time of the next possible attempt: not before
 * the remembered failure expires, nor before the retry time of the error. It is retryable where the
 * failure is temporary; a bug counts as temporary, because it may not occur again.
 *
 * @param rememberedSeconds for how long the same failure is returned without another attempt, >= 0
 */
export function failedAnalysis(
  trackKey: TrackRef,
  error: Error,
  rememberedSeconds = 0,
): Extract<AnalysisState, { state: "failed" }> {
  const isRetryable = !(error instanceof DomainError) || TEMPORARY.includes(error.code);
  const retryAfterSeconds = secondsUntilNextAttempt(error, rememberedSeconds);
  return { state: "failed", trackKey, error, retryAfterSeconds, isRetryable };
}

function secondsUntilNextAttempt(error: Error, rememberedSeconds: number): number {
  const announced = error instanceof DomainError ? error.facts["retryAfterSeconds"] : undefined;
  const seconds = Math.max(typeof announced === "number" ? announced : 0, rememberedSeconds);
  return seconds > 0 ? Math.ceil(seconds) : DEFAULT_RETRY_SECONDS;
}
