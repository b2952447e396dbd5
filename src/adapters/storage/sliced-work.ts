import { setImmediate as nextTurn } from "node:timers/promises";
import { spend, type WorkBudget } from "../../domain/work-budget.js";
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
 * @throws what `WorkBudget.begin` throws, before each slice
 */
export async function repeatInSlices<Answer>(
  begin: () => BegunWork<Answer> | Promise<BegunWork<Answer>>,
  budget?: WorkBudget,
): Promise<Answer> {
  for (let restarts = 0; ; restarts += 1) {
    const { work, isStale } = await begin();
    if (restarts === MAX_RESTARTS) return spend(budget, () => finish(work));
    const finished = await finishInSlices(work, { isStale, budget });
    if (finished) return finished.answer;
  }
}

/**
 * Runs work to its end, and lets the event loop run other work after each slice. Returns `undefined`
 * where the work became stale meanwhile, and was given up.
 *
 * @param options.isStale asked after each slice
 * @throws what `WorkBudget.begin` throws, before each slice
 */
export async function finishInSlices<Answer>(
  work: SlicedWork<Answer>,
  {
    isStale,
    budget,
  }: { readonly isStale: () => boolean; readonly budget?: WorkBudget | undefined },
): Promise<{ readonly answer: Answer } | undefined> {
  for (;;) {
    const step = spend(budget, () => sliceOf(work));
    if (step.done === true) return { answer: step.value };
    await nextTurn();
    if (isStale()) return undefined;
  }
}

/** Runs work for some milliseconds, or to its end. */
function sliceOf<Answer>(work: SlicedWork<Answer>): IteratorResult<undefined, Answer> {
  const sliceEnd = performance.now() + SLICE_MILLISECONDS;
  for (;;) {
    const step = work.next();
    if (step.done === true || performance.now() >= sliceEnd) return step;
  }
}

/** Runs work to its end at once. */
export function finish<Answer>(work: SlicedWork<Answer>): Answer {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
