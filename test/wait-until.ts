import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * The wait fails after both: the turns suffice for what happens in this thread, however slow the
 * machine is, and the time for files, sockets and other threads.
 */
const MIN_TURNS = 5_000;
const MIN_MS = 30_000;

/**
 * Waits until a condition holds, which it checks in each turn of the event loop.
 *
 * @throws {Error} the condition does not hold in time
 */
export async function waitUntil(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + MIN_MS;
  for (let turn = 0; !(await isSo()); turn++) {
    if (turn >= MIN_TURNS && performance.now() > end) {
      throw new Error(`The test waited in vain for ${String(isSo)}.`);
    }
    await nextTurn();
  }
}
