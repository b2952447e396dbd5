import type { AnalysisState } from "../domain/analysis.js";
import type { TrackKey } from "../domain/track-key.js";
import type { Clock } from "../ports/clock.js";
import type { JobState } from "../ports/job-queue.js";

/** How long to wait for an analysis that is not stored. */
export interface Patience {
  /** Seconds, >= 0; never more than the configured wait, which is also the default. */
  readonly waitSeconds?: number | undefined;
  /** Aborted when the client goes away: ends the waiting, not the analysis. */
  readonly signal: AbortSignal;
}

/** Seconds after which to ask again where nothing is known of a job. */
export const PROCESSING_RETRY_SECONDS = 2;
const LONGEST_RETRY_SECONDS = 60;

/**
 * What came of a job, or `undefined` when the patience ended first.
 *
 * @param limits.longestMilliseconds the wait where the patience names none, and the most of any; a
 * wait of 0 ends at once
 */
export async function outcomeWithin<Outcome>(
  done: Promise<Outcome>,
  patience: Patience,
  limits: { readonly clock: Clock; readonly longestMilliseconds: number },
): Promise<Outcome | undefined> {
  const { clock, longestMilliseconds } = limits;
  const asked = (patience.waitSeconds ?? Infinity) * 1000;
  const milliseconds = Math.min(asked, longestMilliseconds);
  if (milliseconds <= 0) return undefined;
  const stopped = new AbortController();
  const signal = AbortSignal.any([patience.signal, stopped.signal]);
  const outcome = await Promise.race([done, clock.sleep(milliseconds, signal)]);
  stopped.abort();
  return outcome ?? undefined;
}

/** The state of an analysis whose job waits or runs, and when it is worth asking again. */
export function pendingStateOf(trackKey: TrackKey, job: JobState): AnalysisState {
  const position = job.state === "queued" ? job.position : null;
  return { state: job.state, trackKey, retryAfterSeconds: retryAfterSeconds(job), position };
}

function retryAfterSeconds(job: JobState): number {
  if (job.state === "processing") return PROCESSING_RETRY_SECONDS;
  return Math.min(LONGEST_RETRY_SECONDS, PROCESSING_RETRY_SECONDS * (1 + job.position));
}
