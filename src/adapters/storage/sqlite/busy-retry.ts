import { setTimeout as sleep } from "node:timers/promises";
import { sqliteCodeOf } from "./sqlite-failure.js";

/** Pauses between attempts grow from the first to the second value, milliseconds. */
const FIRST_PAUSE_MILLISECONDS = 2;
const MAX_PAUSE_MILLISECONDS = 100;

/** Whether another process holds the lock that a statement needs. */
export function isBusy(failure: unknown): boolean {
  return sqliteCodeOf(failure)?.startsWith("SQLITE_BUSY") === true;
}

/**
 * Runs the work, and retries it with growing pauses while another process holds a lock that it needs.
 * The driver's own wait would block the event loop, so handles are opened without one.
 *
 * @param work changes nothing where it fails
 * @param deadline end of the retries, as a time of `performance.now()`
 * @throws {unknown} the error of the last attempt, unchanged
 */
export async function retryWhileBusy<T>(work: () => T, deadline: number): Promise<T> {
  let pause = FIRST_PAUSE_MILLISECONDS;
  for (;;) {
    try {
      return work();
    } catch (failure) {
      const left = deadline - performance.now();
      if (!isBusy(failure) || left <= 0) throw failure;
      await sleep(Math.min(pause, left));
      pause = Math.min(2 * pause, MAX_PAUSE_MILLISECONDS);
    }
  }
}
