import { FailureLog } from "../../src/services/failure-log.js";
import { repeated } from "../../src/services/repeated-work.js";
import { ManualClock } from "../fakes/manual-clock.js";
import { RecordingLogger } from "../fakes/recording-logger.js";
import { waitUntil } from "../wait-until.js";

/** Begins work that is counted and fails where asked, each second. */
function begun({ firstAfter, isFailing = false }: { firstAfter?: number; isFailing?: boolean }) {
  const [clock, logger, stopping] = [
    new ManualClock(),
    new RecordingLogger(),
    new AbortController(),
  ];
  const done: number[] = [];
  const start = clock.now();
  const ended = repeated(
    () => {
      done.push(clock.now() - start);
      return isFailing ? Promise.reject(new Error("failed")) : Promise.resolve();
    },
    {
      ...{ clock, failures: new FailureLog({ logger }), signal: stopping.signal, every: 1_000 },
      ...(firstAfter !== undefined && { firstAfter }),
    },
  );
  const pass = async (milliseconds: number): Promise<void> => {
    await waitUntil(() => clock.sleeperCount === 1);
    clock.advance(milliseconds);
    await waitUntil(() => clock.sleeperCount === 1);
  };
  return { done, ended, pass, stopping, logger };
}

describe("Repeated work", () => {
  it("is done after each pause", async () => {
    const { done, pass } = begun({});

    for (let seconds = 0; seconds < 3; seconds += 1) await pass(1_000);

    expect(done).toEqual([1_000, 2_000, 3_000]);
  });

  it("is done first after a pause of its own, or at once", async () => {
    const [early, atOnce] = [begun({ firstAfter: 100 }), begun({ firstAfter: 0 })];

    await early.pass(100);
    await early.pass(1_000);
    await atOnce.pass(1_000);

    expect(early.done).toEqual([100, 1_100]);
    expect(atOnce.done).toEqual([0, 1_000]);
  });

  it("goes on where it fails, and the failures are recorded", async () => {
    const { done, pass, logger } = begun({ isFailing: true });

    for (let seconds = 0; seconds < 2; seconds += 1) await pass(1_000);

    expect(done).toHaveLength(2);
    expect(logger.lines).toHaveLength(2);
  });

  it("ends in the pause when it is stopped", async () => {
    const { done, ended, pass, stopping } = begun({});
    await pass(1_000);

    stopping.abort();
    await ended;

    expect(done).toEqual([1_000]);
  });

  it("records nothing that fails because it is stopped", async () => {
    const [clock, logger, stopping] = [
      new ManualClock(),
      new RecordingLogger(),
      new AbortController(),
    ];

    await repeated(
      () => {
        stopping.abort();
        return Promise.reject(new Error("aborted"));
      },
      {
        ...{ clock, failures: new FailureLog({ logger }), signal: stopping.signal },
        ...{ firstAfter: 0, every: 1_000 },
      },
    );

    expect(logger.lines).toEqual([]);
  });
});
