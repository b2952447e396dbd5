import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import {
  StorageBusyError,
  StorageFullError,
} from "../../../src/domain/errors/availability-errors.js";
import { MASKED_MESSAGE } from "../../../src/domain/errors/domain-error.js";
import { trackKeyFrom, type TrackKey } from "../../../src/domain/track/track-key.js";
import type { FailedJob } from "../../../src/ports/analysis/failure-store.js";
import { RememberedFailures } from "../../../src/services/analysis/remembered-failures.js";
import { FailureLog } from "../../../src/services/failure-log.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { rememberedFailures } from "../../adapters/storage/failures-of-database.js";

const [one, two] = [trackKeyFrom("Overtone", "one"), trackKeyFrom("Overtone", "two")];
const jobOf = (trackKey: TrackKey): FailedJob => ({ name: `file:${trackKey}`, trackKey });

describe("Remembered failures", () => {
  let database: Database;
  beforeEach(async () => {
    database = await openDatabase({ url: "sqlite::memory:" });
  });
  afterEach(() => database.close());

  it.each([
    [60, new AudioUndecodableError("it is damaged")],
    [5, new StorageBusyError()],
    [10, new StorageFullError()],
  ])("last %s seconds, and have the code, message and facts", async (seconds, error) => {
    const clock = new ManualClock();
    const failures = rememberedFailures(database, { clock });
    await failures.remember(jobOf(one), error);

    clock.advance(seconds * 1_000 - 1);
    const before = await failures.findMany([two, one]);
    clock.advance(1);
    const after = await failures.find(one);

    const { code, message, facts } = error;
    expect(before[0]).toBeUndefined();
    expect(before[1]).toMatchObject({ error: { code, message, facts }, secondsLeft: 0.001 });
    expect(after).toBeUndefined();
  });

  it("tell nothing of a bug but that it is internal", async () => {
    const failures = rememberedFailures(database);

    await failures.remember(jobOf(one), new Error("password in the stack"));

    expect(await failures.find(one)).toEqual(new Error(MASKED_MESSAGE));
  });

  it("are removed when the reason may no longer apply", async () => {
    const failures = rememberedFailures(database);
    for (const key of [one, two]) await failures.remember(jobOf(key), new Error("broken"));

    await failures.forget([jobOf(one).name]);

    expect(await failures.find(one)).toBeUndefined();
    expect(await failures.find(two)).toBeDefined();
  });

  it("are written to the log where they cannot be stored", async () => {
    const logger = new RecordingLogger();
    const full = new StorageFullError();
    const store = {
      remember: () => Promise.reject(full),
      findMany: () => Promise.resolve([]),
      forget: () => Promise.resolve(),
    };
    const failures = new RememberedFailures({ store, failures: new FailureLog({ logger }) });

    await failures.remember(jobOf(one), new Error("broken"));

    expect(logger.lines).toMatchObject([{ message: full.message }]);
  });
});
