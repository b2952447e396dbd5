import type { Clock } from "../ports/runtime/clock.js";
import type { FailureLog } from "./failure-log.js";

/** When work is done again. */
interface Repetition {
  readonly clock: Clock;
  readonly failures: FailureLog;
  /** Ends the repetition; work in progress ends it by itself. */
  readonly signal: AbortSignal;
  /** The pause after the work, milliseconds. */
  readonly every: number;
  /** The pause before it is done first, milliseconds; as long as the others where absent. */
  readonly firstAfter?: number;
}

/** Does work again and again until a signal aborts. What fails is recorded, unless it fails because of the signal. */
export async function repeated(
  work: () => Promise<unknown>,
  { clock, failures, signal, every, firstAfter = every }: Repetition,
): Promise<void> {
  if (firstAfter > 0) await clock.sleep(firstAfter, signal);
  while (!signal.aborted) {
    await work().catch((error: unknown) => {
      if (!signal.aborted) failures.record(error);
    });
    await clock.sleep(every, signal);
  }
}
