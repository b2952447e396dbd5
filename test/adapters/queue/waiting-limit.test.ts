import { WaitingLimit } from "../../../src/adapters/queue/sql-job-rows.js";
import { ManualClock } from "../../fakes/manual-clock.js";

describe("The limit of waiting jobs", () => {
  const open = () => {
    const clock = new ManualClock();
    const counts: number[] = [];
    let waiting = 0;
    const count = (): Promise<number> => {
      counts.push(waiting);
      return Promise.resolve(waiting);
    };
    const limit = new WaitingLimit({ clock });
    const add = async (most: number): Promise<boolean> => {
      const isTaken = await limit.take(most, count);
      if (isTaken) waiting++;
      return isTaken;
    };
    return { add, counts, clock };
  };

  it("counts the jobs at each addition where few more fit, and refuses what does not fit", async () => {
    const { add, counts } = open();

    const taken = [await add(2), await add(2), await add(2)];

    expect(taken).toEqual([true, true, false]);
    expect(counts).toEqual([0, 1, 2]);
  });

  it("counts once a second where many more fit", async () => {
    const { add, counts, clock } = open();

    for (let added = 0; added < 100; added++) await add(10_000);
    clock.advance(1_000);
    for (let added = 0; added < 100; added++) await add(10_000);

    expect(counts).toEqual([0, 100]);
  });

  it("counts again at each addition when there is no longer space for many", async () => {
    const { add, counts } = open();

    for (let added = 0; added < 20; added++) await add(1_010);

    expect(counts).toEqual([0, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
  });
});
