import { setImmediate as nextTurn } from "node:timers/promises";
import { SystemClock } from "../../../src/adapters/runtime/system-clock.js";
import { ExportTurns } from "../../../src/services/export/export-turns.js";

describe("The turns of exports", () => {
  it("come one after the other, with other work between any two", async () => {
    const turns = new ExportTurns({ clock: new SystemClock() });
    const order: string[] = [];
    const taking = ["a", "b", "c"].map(async (name) => {
      for (const page of [1, 2]) {
        await turns.next();
        order.push(`${name}${page}`);
      }
    });

    let areDone = false;
    void Promise.all(taking).then(() => (areDone = true));
    while (!areDone) {
      await nextTurn();
      order.push("-");
    }

    const pages = order
      .join("")
      .split("-")
      .filter((turn) => turn !== "");
    expect(pages).toEqual(["a1", "b1", "c1", "a2", "b2", "c2"]);
  });
});
