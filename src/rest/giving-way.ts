import { performance, type EventLoopUtilization } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

/** What sending waits with; this thread's event loop and clock by default. */
export interface Pauses {
  readonly utilization: () => Pick<EventLoopUtilization, "active">;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** The longest pause between two parts, milliseconds. */
const MAX_PAUSE_MILLISECONDS = 50;

const ofThisThread: Pauses = {
  utilization: () => performance.eventLoopUtilization(),
  pause: (milliseconds) => sleep(milliseconds),
};

/**
 * Passes parts on, and pauses after each for as long as the event loop was busy since the one before: sending a long
 * response takes at most half of the time of the event loop, and less where there are other requests. Where the
 * receiver is the slower one, the event loop is idle meanwhile, and pauses are short.
 */
export async function* givingWay(
  parts: AsyncIterable<Uint8Array>,
  { utilization, pause }: Pauses = ofThisThread,
): AsyncGenerator<Uint8Array> {
  let { active } = utilization();
  for await (const part of parts) {
    yield part;
    const busy = utilization().active - active;
    await pause(Math.min(MAX_PAUSE_MILLISECONDS, busy));
    ({ active } = utilization());
  }
}
