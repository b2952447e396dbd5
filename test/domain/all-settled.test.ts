import { allSettled } from "../../src/domain/all-settled.js";
import { isCollected } from "../collected.js";

describe("allSettled", () => {
  it("waits for all promises, also those that reject", async () => {
    const events: string[] = [];
    let fail = (): void => undefined;
    const failing = new Promise<void>((_, reject) => {
      fail = () => reject(new Error("It fails."));
    });
    const settled = allSettled([Promise.resolve(), failing]).then(() => events.push("settled"));
    events.push("waiting");
    fail();

    await settled;

    expect(events).toEqual(["waiting", "settled"]);
  });

  it("keeps no results of a queue in which each waits for the one before", async () => {
    let last: Promise<unknown> = Promise.resolve();
    const results = Array.from({ length: 3 }, (_, index) => {
      const result = { index };
      last = allSettled([last, Promise.resolve(result)]);
      return new WeakRef(result);
    });
    await last;

    for (const result of results) expect(await isCollected(result)).toBe(true);
    await last;
  });
});
