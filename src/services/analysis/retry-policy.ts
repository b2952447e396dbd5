import { DomainError } from "../../domain/errors/domain-error.js";

/**
 * Delays of a job before each further attempt. The first two cover a short interruption of a disk
 * or a network share, the others a mount or a restart of its server: three minutes in total.
 */
const RETRY_DELAYS_MILLISECONDS: readonly number[] = [2_000, 5_000, 15_000, 40_000, 120_000];

/** Failures of the audio's disk, and of a database that is locked or restarts. */
const TEMPORARY: ReadonlySet<string> = new Set([
  "AUDIO_UNAVAILABLE",
  "STORAGE_BUSY",
  "STORAGE_UNAVAILABLE",
]);

/**
 * Returns the milliseconds until an analysis is repeated automatically, or `undefined` where its
 * failure is final: the reason is not temporary, or this was the last attempt.
 *
 * @param attempt number of the failed attempt, counted from 1
 */
export function retryDelayAfter(error: unknown, attempt: number): number | undefined {
  if (!(error instanceof DomainError) || !TEMPORARY.has(error.code)) return undefined;
  return RETRY_DELAYS_MILLISECONDS[attempt - 1];
}
