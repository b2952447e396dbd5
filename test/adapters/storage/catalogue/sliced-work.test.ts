import { finish, finishInSlices } from "../../../../src/adapters/storage/sliced-work.js";
import { unlimitedBudget } from "../../../../src/domain/work-budget.js";
import type { SlicedWork } from "../../../../src/ports/analysis/sound-catalogue.js";

const isStale = (): boolean => false;

/** Work that yields until a condition holds, and counts the times it did. */
function* workUntil(isDone: () => boolean): SlicedWork<number> {
  let steps = 0;
  while (!isDone()) {
    steps += 1;
    yield;
  }
  return steps;
}

/** Work that takes some milliseconds. */
function workFor(milliseconds: number): SlicedWork<number> {
  const end = performance.now() + milliseconds;
  return workUntil(() => performance.now() >= end);
}

describe("Work in slices", () => {
  it("lets other work of the process run before it ends", async () => {
    let hasRun = false;
    setImmediate(() => (hasRun = true));

    const finished = await finishInSlices(
      workUntil(() => hasRun),
      { isStale },
    );

    expect(finished?.answer).toBeGreaterThan(0);
  });

  it("returns its answer without a pause where it is short", async () => {
    let hasRun = false;
    setImmediate(() => (hasRun = true));

    const finished = await finishInSlices(
      workUntil(() => true),
      { isStale },
    );

    expect(finished).toEqual({ answer: 0 });
    expect(hasRun).toBe(false);
  });

  it("stops where its caller aborts, with the reason", async () => {
    const caller = new AbortController();
    setImmediate(() => caller.abort(new Error("left")));

    const finishing = finishInSlices(
      workUntil(() => false),
      { isStale, budget: unlimitedBudget(caller.signal) },
    );

    await expect(finishing).rejects.toThrow("left");
  });

  it("is given up where it became stale", async () => {
    const finished = await finishInSlices(
      workUntil(() => false),
      { isStale: () => true },
    );

    expect(finished).toBeUndefined();
  });

  it("can be finished at once", () => {
    expect(finish(workFor(20))).toBeGreaterThan(0);
  });
});
