import {
  ProcessorTimeUsedError,
  UnauthenticatedError,
} from "../../../src/domain/errors/access-errors.js";
import { MemoryRateLimiter } from "../../../src/adapters/limits/limits-on.js";
import { spend } from "../../../src/domain/work-budget.js";
import type { Identity } from "../../../src/services/access/access-service.js";
import {
  ProcessorBudgets,
  type RequestAnswer,
} from "../../../src/services/access/processor-budgets.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { RecordingMetrics } from "../../fakes/recording-metrics.js";
import { waitUntil } from "../../wait-until.js";

/** Keys that may be busy for 100 ms in ten minutes, unless they are not limited. */
function opened({ isLimited = true } = {}) {
  const clock = new ManualClock();
  const metrics = new RecordingMetrics();
  let busy = 0;
  const processorBudgets = new ProcessorBudgets({
    limiter: isLimited ? new MemoryRateLimiter({ limit: 100, seconds: 600 }) : undefined,
    busyTime: () => busy,
    ...{ clock, metrics },
  });
  const budgetOf = (
    lookup: string,
    signal = new AbortController().signal,
    answer?: RequestAnswer,
  ) => processorBudgets.budgetOf({ apiKey: { lookup } } as Identity, signal, answer);
  const work = (milliseconds: number) => () => void (busy += milliseconds);
  const isRefused = (lookup: string): boolean => {
    try {
      spend(budgetOf(lookup), work(0));
      return false;
    } catch (error) {
      if (error instanceof ProcessorTimeUsedError) return true;
      throw error;
    }
  };
  return { processorBudgets, budgetOf, work, isRefused, clock, metrics };
}

describe("The processor time of API keys", () => {
  it("is charged by the time of the work, and what a key has not left is refused, of that key only", async () => {
    const { budgetOf, work, isRefused, metrics } = opened();

    spend(budgetOf("a"), work(60));
    expect(isRefused("a")).toBe(false);
    spend(budgetOf("a"), work(60));
    await waitUntil(() => isRefused("a"));

    expect(isRefused("b")).toBe(false);
    expect(metrics.charges.reduce((sum, one) => sum + one, 0)).toBe(120);
  });

  it("is there again when the window is over, and says when", async () => {
    const { budgetOf, work, isRefused, clock } = opened();

    spend(budgetOf("a"), work(100));
    await waitUntil(() => isRefused("a"));

    expect(() => budgetOf("a").begin()).toThrow(
      expect.objectContaining({ code: "RATE_LIMITED", facts: { retryAfterSeconds: 600 } }),
    );
    clock.advance(600_000);
    expect(isRefused("a")).toBe(false);
  });

  it("is charged for work that has begun, which is not refused", async () => {
    const { budgetOf, work, isRefused, metrics } = opened();
    const begun = budgetOf("a").begun();

    spend(begun, work(150));
    await waitUntil(() => isRefused("a"));
    spend(begun, work(50));

    expect(metrics.charges).toContain(50);
  });

  it("is charged once for pieces of work within others, and once where a piece is ended twice", () => {
    const { budgetOf, work, metrics } = opened();
    const budget = budgetOf("a");

    const end = budget.begin();
    spend(budget, work(5));
    work(2)();
    end();
    end();

    expect(metrics.charges).toEqual([7]);
  });

  it("is divided among pieces of work that run at once", () => {
    const { budgetOf, work, metrics } = opened();

    const endOne = budgetOf("a").begin();
    work(10)();
    const endOther = budgetOf("b").begin();
    work(4)();
    endOne();
    work(3)();
    endOther();

    expect(metrics.charges).toEqual([12, 5]);
  });

  /** An answer that is made, sent and ended by calls. */
  const answer = ({ otherTime = 0 } = {}) => {
    const listeners: (() => void)[] = [];
    let isSent = false;
    return {
      isSent: () => isSent,
      onceEnded: (listener: () => void) => void listeners.push(listener),
      otherTime: () => otherTime,
      send: () => (isSent = true),
      end: () => listeners.forEach((listener) => listener()),
    };
  };

  it("is that of the answer that is made of the work, too", () => {
    const { budgetOf, work, metrics } = opened();
    const made = answer();
    const budget = budgetOf("a", undefined, made);

    work(50)();
    spend(budget, work(1));
    work(5)();
    spend(budget, work(2));
    work(7)();
    made.send();
    made.end();
    work(50)();

    expect(metrics.charges).toEqual([1, 2, 12]);
  });

  it("is that of other threads that make the answer, too, where it was made of work", () => {
    const { budgetOf, work, metrics } = opened();
    const [compressed, other] = [answer({ otherTime: 30 }), answer({ otherTime: 20 })];

    spend(budgetOf("a", undefined, compressed), work(1));
    budgetOf("a", undefined, other);
    for (const each of [compressed, other]) each.end();

    expect(metrics.charges).toEqual([1, 30]);
  });

  it("is not that of other answers, and of other work, than its own", () => {
    const { budgetOf, work, metrics } = opened();
    const [one, other, third] = [answer(), answer(), answer()];

    spend(budgetOf("a", undefined, one), work(0));
    spend(budgetOf("b", undefined, other), work(0));
    work(6)();
    spend(budgetOf("c", undefined, third), work(20));
    third.end();
    for (const each of [one, other]) each.end();

    expect(metrics.charges).toEqual([0, 0, 20, 0, 3, 3]);
  });

  it("is not that of an answer that is being sent, nor of work that has begun", () => {
    const { budgetOf, work, metrics } = opened();
    const [sent, begun] = [answer(), answer()];

    spend(budgetOf("a", undefined, sent), work(0));
    sent.send();
    spend(budgetOf("b", undefined, begun).begun(), work(0));
    work(40)();
    sent.end();
    begun.end();

    expect(metrics.charges).toEqual([0, 0, 0]);
  });

  it("is charged to nobody without a valid key, and ends with the signal there too", () => {
    const { processorBudgets, work, metrics } = opened();
    const leaving = new AbortController();
    const refusal = new UnauthenticatedError("An API key is required.");
    const budget = processorBudgets.budgetOf({ refusal }, leaving.signal);

    spend(budget, work(500));
    leaving.abort(new Error("left"));

    expect(() => budget.begin()).toThrow("left");
    expect(metrics.charges).toEqual([]);
  });

  it("has no limit where none is set, and work ends when its client has left", () => {
    const { budgetOf, work } = opened({ isLimited: false });
    const leaving = new AbortController();
    const budget = budgetOf("a", leaving.signal);

    spend(budget, work(100_000));
    spend(budget, work(1));
    leaving.abort(new Error("left"));

    expect(() => budget.begin()).toThrow("left");
    expect(() => budget.begun().begin()).toThrow("left");
  });
});
