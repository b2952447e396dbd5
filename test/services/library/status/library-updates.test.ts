import type { LibraryStatus } from "../../../../src/domain/library/library-status.js";
import { LibraryUpdates } from "../../../../src/services/library/library-updates.js";
import { ManualClock } from "../../../fakes/manual-clock.js";
import { waitUntil } from "../../../wait-until.js";

const first: LibraryStatus = {
  ...{
    isAnalysing: true,
    files: 2,
    tracks: 2,
    analysed: 0,
    outdated: 0,
    waiting: 2,
    paused: 0,
    failed: 0,
  },
  ...{
    failures: [],
    tracksPerHour: null,
    secondsLeft: null,
    scans: [],
    lastScan: null,
    lastCheck: null,
    running: [],
  },
};

function opened() {
  const clock = new ManualClock();
  const library = { status: first, readings: 0 };
  const get = () => {
    library.readings++;
    return Promise.resolve(library.status);
  };
  const watch = new LibraryUpdates({ status: { get }, clock }).watch();
  const nextSecond = async () => {
    await waitUntil(() => clock.sleeperCount === 1);
    const { readings } = library;
    clock.advance(1_000);
    await waitUntil(() => library.readings > readings);
  };
  return { clock, library, watch, nextSecond };
}

describe("The updates of the library", () => {
  it("are the current status, then each change of its counts, but not of the rate alone", async () => {
    const { library, watch, nextSecond } = opened();

    const one = await watch.next();
    const two = watch.next();
    library.status = { ...first, tracksPerHour: 12 };
    await nextSecond();
    library.status = { ...first, tracksPerHour: 13, analysed: 1, waiting: 1 };
    await nextSecond();

    expect(one.value).toEqual(first);
    expect((await two).value).toEqual(library.status);
    await watch.return();
  });

  it("end at once when the reader leaves, also while they wait", async () => {
    const { clock, watch } = opened();
    await watch.next();
    const waiting = watch.next();
    await waitUntil(() => clock.sleeperCount === 1);

    await watch.return();

    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(clock.sleeperCount).toBe(0);
  });

  it("end after an hour", async () => {
    const { clock, watch } = opened();
    await watch.next();
    const last = watch.next();
    await waitUntil(() => clock.sleeperCount === 1);

    clock.advance(3_600_000);

    await expect(last).rejects.toThrow("3600");
  });
});
