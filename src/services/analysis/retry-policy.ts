import { AudioUnavailableError } from "../../domain/errors/availability-errors.js";

/**
 * How long a job waits before each further attempt. The first two outlast a hiccup of a disk or a
 * network share, the others a mount or a restart of its server: three minutes in all.
 */
const RETRY_DELAYS_MILLISECONDS: readonly number[] = [2_000, 5_000, 15_000, 40_000, 120_000];

/**
 * Milliseconds until an analysis is tried again by itself, or `undefined` where its failure counts:
 * the reason is none that passes soon, or this was the last attempt.
 *
 * @param attempt which attempt failed, counted from 1
 */
export function retryDelayAfter(error: unknown, attempt: number): number | undefined {
  if (!(error instanceof AudioUnavailableError)) return undefined;
  return RETRY_DELAYS_MILLISECONDS[attempt - 1];
}
