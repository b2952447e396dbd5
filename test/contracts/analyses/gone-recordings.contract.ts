import type { Analysis } from "../../../src/domain/analysis/analysis.js";
import type { GoneRecordings } from "../../../src/ports/analysis/gone-recordings.js";
import { analysisOf, countOf } from "./analysis-store.contract.js";
import type { OpenedStores } from "./replaced-bytes.js";

/** Three stores of one database. */
export interface OpenedGone extends OpenedStores {
  readonly gone: GoneRecordings;
}

/** The contract of every GoneRecordings. */
export function describeGoneRecordings(name: string, open: () => Promise<OpenedGone>): void {
  describe(`${name} as GoneRecordings`, () => {
    it("removes some of what left before a time, what left first before the rest", async () => {
      const { store, gone } = await open();
      const titles = ["One", "Two", "Stays"];
      const [one, two, stays] = titles.map((title) => analysisOf("Ann", title));
      await store.save({ ...(one as Analysis), goneAt: 1_000 });
      await store.save({ ...(two as Analysis), goneAt: 2_000 });
      await store.save(stays as Analysis);

      const early = await gone.removeBefore(1_000, 10);
      const first = await gone.removeBefore(3_000, 1);
      const left = await countOf(store, { presence: "gone" });
      const rest = await gone.removeBefore(3_000, 10);

      expect([early, first, left, rest]).toEqual([0, 1, 1, 1]);
      expect(await countOf(store, { presence: "any" })).toBe(1);
      const keys = [one, two, stays].map((each) => (each as Analysis).trackKey);
      const found = await store.findMany(keys);
      expect(found.map((each) => each?.trackName)).toEqual([undefined, undefined, "Stays"]);
    });
  });
}
