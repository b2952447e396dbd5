import type { AnalysisState } from "./analysis.js";
import { DomainError } from "../errors/domain-error.js";
import type { ErrorCode } from "../errors/error-code.js";
import type { TrackKey } from "../track/track-key.js";

/** Failures that pass by themselves. Of the others, the client or the operator must mend something. */
const TEMPORARY: readonly ErrorCode[] = [
  "RATE_LIMITED",
  "PROVIDER_UNAVAILABLE",
  "PROVIDER_BAD_RESPONSE",
  "PROVIDER_RATE_LIMITED",
  "ANALYZER_BUSY",
  "STORAGE_BUSY",
  "STORAGE_FULL",
  "AUDIO_UNAVAILABLE",
  "TIMED_OUT",
];

/** The default, where the failure names no time. */
const DEFAULT_RETRY_SECONDS = 5;

/**
 * The state of an analysis that failed, and when another attempt can be made: not before the failure
 * is forgotten, nor before the time that a refusal names. It may help where the reason is one that passes;
 * a bug may be of that one moment.
 *
 * @param rememberedSeconds for how long the same failure is answered without another attempt, >= 0
 */
export function failedAnalysis(
  trackKey: TrackKey,
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
