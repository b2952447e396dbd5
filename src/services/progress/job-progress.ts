import type { AnalysisState } from "../../domain/analysis/analysis.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { JobState } from "../../ports/analysis/job-queue.js";

/** How long to wait for an analysis that is not stored. */
export interface WaitOptions {
  /** Seconds, >= 0; never more than the configured wait, which is also the default. */
  readonly waitSeconds?: number | undefined;
  /** Aborted when the client goes away: ends the waiting, not the analysis. */
  readonly signal: AbortSignal;
}

/** How long the server lets anyone wait for an analysis. */
export interface WaitLimits {
  readonly clock: Clock;
  /** The default wait and the maximum wait; at 0 no client waits. */
  readonly maxMilliseconds: number;
  /** Aborted when the server stops: ends every wait, and lets none begin. */
  readonly stopping?: AbortSignal;
}

/** Seconds after which to ask again where nothing is known of a job. */
export const PROCESSING_RETRY_SECONDS = 2;
const MAX_RETRY_SECONDS = 60;

/** The outcome of a job, or `undefined` when the wait ends or the server stops first. */
export async function outcomeWithin<Outcome>(
  done: Promise<Outcome>,
  waitOptions: WaitOptions,
  { clock, maxMilliseconds: maxMilliseconds, stopping }: WaitLimits,
): Promise<Outcome | undefined> {
  const asked = (waitOptions.waitSeconds ?? Infinity) * 1000;
  const milliseconds = Math.min(asked, maxMilliseconds);
  if (milliseconds <= 0 || stopping?.aborted) return undefined;
  const ended = new AbortController();
  const end = (): void => ended.abort();
  stopping?.addEventListener("abort", end);
  const signal = AbortSignal.any([waitOptions.signal, ended.signal]);
  const outcome = await Promise.race([done, clock.sleep(milliseconds, signal)]);
  stopping?.removeEventListener("abort", end);
  end();
  return outcome ?? undefined;
}

/** The state of an analysis whose job waits or runs, and when it is worth asking again. */
export function pendingStateOf(trackKey: TrackKey, job: JobState): AnalysisState {
  const position = job.state === "queued" ? job.position : null;
  return { state: job.state, trackKey, retryAfterSeconds: retryAfterSeconds(job), position };
}

function retryAfterSeconds(job: JobState): number {
  if (job.state === "processing") return PROCESSING_RETRY_SECONDS;
  return Math.min(MAX_RETRY_SECONDS, PROCESSING_RETRY_SECONDS * (1 + job.position));
}
