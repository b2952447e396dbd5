import { FailureLog } from "../../../src/services/failure-log.js";
import { IndexPreparation } from "../../../src/services/operations/index-preparation.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { once } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { StorageFullError } from "../../../src/domain/errors/availability-errors.js";

describe("IndexPreparation", () => {
  it("builds each index once, even if it is requested again", async () => {
    const { preparation, built } = prepared();

    await Promise.all([preparation.run(), preparation.run()]);

    expect(built).toEqual(["catalogue", "library", "words"]);
    expect(preparation.isDone).toBe(true);
  });

  it("completes when an index could not be built, and logs that", async () => {
    const { preparation, built, logger } = prepared({ failing: "catalogue" });

    await preparation.run();

    expect(built).toEqual(["catalogue", "library", "words"]);
    expect(preparation.isDone).toBe(true);
    expect(logger.lines).toHaveLength(1);
  });

  it("builds no further index after it is closed", async () => {
    const { preparation, built } = prepared();
    const running = preparation.run();

    await preparation.close();

    await running;
    expect(built).toEqual(["catalogue"]);
    expect(preparation.isDone).toBe(false);
  });

  it("completes before the catalogue snapshot is saved, which stops when it is closed", async () => {
    const ended: string[] = [];
    const { preparation } = prepared({
      keepSnapshot: async (stopping) => {
        await once(stopping, "abort");
        ended.push("keeping");
      },
    });
    await preparation.run();
    const isDoneMeanwhile = preparation.isDone;

    await preparation.close();

    expect(isDoneMeanwhile).toBe(true);
    expect(ended).toEqual(["keeping"]);
  });

  it("saves the catalogue again every ten minutes, until it is closed", async () => {
    const saved: unknown[] = [];
    const { preparation, clock } = prepared({
      keepSnapshot: () => Promise.resolve(void saved.push("saved")),
    });
    await preparation.run();
    for (let minutes = 0; minutes < 20; minutes += 5) {
      await nextTurn();
      clock.advance(300_000);
    }
    await nextTurn();

    await preparation.close();

    clock.advance(600_000);
    await nextTurn();
    expect(saved).toHaveLength(3);
  });

  it("logs when the catalogue snapshot could not be saved", async () => {
    const { preparation, logger } = prepared({
      keepSnapshot: () => Promise.reject(new StorageFullError("no room")),
    });
    await preparation.run();

    await preparation.close();

    expect(logger.lines).toMatchObject([{ level: "warn", facts: { code: "STORAGE_FULL" } }]);
  });
});

function prepared({
  failing,
  keepSnapshot = () => Promise.resolve(),
}: {
  readonly failing?: string;
  readonly keepSnapshot?: (stopping: AbortSignal) => Promise<void>;
} = {}) {
  const built: string[] = [];
  const clock = new ManualClock();
  const logger = new RecordingLogger();
  const build = <T>(name: string, value: T): Promise<T> => {
    built.push(name);
    return name === failing ? Promise.reject(new Error(name)) : Promise.resolve(value);
  };
  const preparation = new IndexPreparation({
    library: { search: () => build("library", []) },
    librarySearch: { find: () => build("words", undefined) },
    catalogue: { current: () => build("catalogue", undefined), saveSnapshot: keepSnapshot },
    clock,
    failures: new FailureLog({ logger }),
  });
  return { preparation, built, logger, clock };
}
