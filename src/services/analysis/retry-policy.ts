import { AudioUnavailableError } from "../../domain/errors/availability-errors.js";
import { AudioElsewhereError } from "../../domain/errors/not-found-errors.js";

/**
 * Delays of a job before each further attempt. The first two cover a short interruption of a disk
 * or a network share, the others a mount or a restart of its server: three minutes in total.
 */
const RETRY_DELAYS_MILLISECONDS: readonly number[] = [2_000, 5_000, 15_000, 40_000, 120_000];

/**
 * Returns the milliseconds until an analysis is repeated automatically, or `undefined` where its
 * failure is final: the reason is not temporary, or this was the last attempt.
 *
 * @param attempt number of the failed attempt, counted from 1
 */
export function retryDelayAfter(error: unknown, attempt: number): number | undefined {
  if (!(error instanceof AudioUnavailableError)) return undefined;
  return RETRY_DELAYS_MILLISECONDS[attempt - 1];
}

/**
 * Whether a failure is the result of an analysis, and so is remembered: the analysis was not
 * aborted, is not repeated, and has not failed for a reason that only this server has.
 *
 * @param attempt number of the failed attempt, counted from 1
 */
export function isFinalFailure(
  error: unknown,
  attempt: number,
  signal: AbortSignal,
): error is Error {
  const isFinal = !signal.aborted && retryDelayAfter(error, attempt) === undefined;
  return isFinal && error instanceof Error && !(error instanceof AudioElsewhereError);
}
