import { setImmediate as nextTurn } from "node:timers/promises";
import type { SlicedWork } from "../../ports/analysis/sound-catalogue.js";

/** How long work runs before the event loop runs other work; a step of the work may take longer. */
const SLICE_MILLISECONDS = 5;

/** Maximum number of times that work is begun anew because its data have changed: then it runs at once. */
const MAX_RESTARTS = 8;

/** Work on data of one state. */
interface BegunWork<Answer> {
  readonly work: SlicedWork<Answer>;
  /** Returns whether the data have changed since it was begun. */
  readonly isStale: () => boolean;
}

/**
 * Runs work to its end, and lets the event loop run other work after each slice. Where its data change meanwhile, it is
 * begun anew.
 *
 * @throws {unknown} `signal.reason`, when aborted
 */
export async function repeatInSlices<Answer>(
  begin: () => Promise<BegunWork<Answer>>,
  signal?: AbortSignal,
): Promise<Answer> {
  for (let restarts = 0; ; restarts += 1) {
    signal?.throwIfAborted();
    const { work, isStale } = await begin();
    if (restarts === MAX_RESTARTS) return finish(work);
    const finished = await finishInSlices(work, { isStale, signal });
    if (finished) return finished.answer;
  }
}

/**
 * Runs work to its end, and lets the event loop run other work after each slice. Returns `undefined`
 * where the work became stale meanwhile, and was given up.
 *
 * @param options.isStale asked after each slice
 * @throws {unknown} `signal.reason`, when aborted
 */
export async function finishInSlices<Answer>(
  work: SlicedWork<Answer>,
  {
    isStale,
    signal,
  }: { readonly isStale: () => boolean; readonly signal?: AbortSignal | undefined },
): Promise<{ readonly answer: Answer } | undefined> {
  let sliceEnd = performance.now() + SLICE_MILLISECONDS;
  for (;;) {
    const step = work.next();
    if (step.done === true) return { answer: step.value };
    if (performance.now() < sliceEnd) continue;
    await nextTurn();
    signal?.throwIfAborted();
    if (isStale()) return undefined;
    sliceEnd = performance.now() + SLICE_MILLISECONDS;
  }
}

/** Runs work to its end at once. */
export function finish<Answer>(work: SlicedWork<Answer>): Answer {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
