import { abortingWith } from "../../domain/abort-signals.js";
import type { Clock } from "../../ports/runtime/clock.js";

/** Options of the wait for an analysis that is not stored. */
export interface WaitOptions {
  /** Seconds, >= 0; limited to the configured wait, which is also the default. */
  readonly waitSeconds?: number | undefined;
  /** Aborted when the client disconnects; ends the wait, not the analysis. */
  readonly signal: AbortSignal;
}

/** The limits of all waits for analyses. */
export interface WaitLimits {
  readonly clock: Clock;
  /** The default and maximum wait; with 0 no client waits. */
  readonly maxMilliseconds: number;
  /** Aborted when the server stops; ends every wait, and prevents new ones. */
  readonly stopping?: AbortSignal;
}

/**
 * Returns the outcome of a job, or `undefined` where the wait ends or the server stops first.
 *
 * @param whenDone called only for a client that waits, so that no failure is left without a handler
 */
export async function outcomeWithin<Outcome>(
  whenDone: () => Promise<Outcome>,
  waitOptions: WaitOptions,
  { clock, maxMilliseconds, stopping }: WaitLimits,
): Promise<Outcome | undefined> {
  const requestedMilliseconds = (waitOptions.waitSeconds ?? Infinity) * 1000;
  const milliseconds = Math.min(requestedMilliseconds, maxMilliseconds);
  if (milliseconds <= 0 || stopping?.aborted) return undefined;
  const ended = abortingWith(stopping ? [waitOptions.signal, stopping] : [waitOptions.signal]);
  try {
    const waited = clock.sleep(milliseconds, ended.signal);
    return (await Promise.race([whenDone(), waited])) ?? undefined;
  } finally {
    ended.abort();
  }
}
