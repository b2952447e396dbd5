import type {
  CataloguePosition,
  PageRequest,
} from "../../../src/domain/catalogue/catalogue-query.js";
import type { AnalysisStore } from "../../../src/ports/analysis/analysis-store.js";
import { analysisOf } from "./analysis-store.contract.js";
import type { OpenedStores } from "./replaced-bytes.js";

const order = { field: "trackName", direction: "asc" } as const;

async function saveFive(store: AnalysisStore): Promise<void> {
  for (let index = 0; index < 5; index += 1) {
    await store.save(analysisOf("Artist", `Track 0${index}`));
  }
}

/**
 * The contract of every AnalysisStore for pages: their items, and whether there are more before and
 * after them.
 */
export function describeCatalogueWindows(name: string, open: () => Promise<OpenedStores>): void {
  describe(`${name}, by windows`, () => {
    const at = (index: number): CataloguePosition => ({
      value: `Track 0${index}`,
      id: analysisOf("Artist", `Track 0${index}`).recordingId,
    });

    it.each<[string, Partial<PageRequest>, string, boolean, boolean]>([
      ["the first two", { first: 2 }, "0 1", false, true],
      ["the last two", { last: 2 }, "3 4", true, false],
      ["all by number", { first: 5 }, "0 1 2 3 4", false, false],
      ["all", {}, "0 1 2 3 4", false, false],
      ["the first two after", { first: 2, after: at(1) }, "2 3", true, true],
      ["the last two before", { last: 2, before: at(3) }, "1 2", true, true],
      ["the first two before", { first: 2, before: at(3) }, "0 1", false, true],
      ["the last two after", { last: 2, after: at(1) }, "3 4", true, false],
      ["the first between", { first: 1, after: at(0), before: at(4) }, "1", true, true],
      ["the last between", { last: 1, after: at(0), before: at(4) }, "3", true, true],
      ["all between", { after: at(1), before: at(3) }, "2", true, true],
      ["none after the last", { first: 2, after: at(4) }, "", true, false],
      ["none before the first", { last: 2, before: at(0) }, "", false, true],
      ["the first two from the third on", { first: 2, offset: 2 }, "2 3", true, true],
      ["the first from the second after", { first: 1, after: at(1), offset: 1 }, "3", true, true],
      ["the last two from the second on", { last: 2, offset: 1 }, "3 4", true, false],
      ["the last two, with fewer before them", { last: 2, offset: 4 }, "4", true, false],
      ["none behind all", { first: 2, offset: 5 }, "", true, false],
    ])("lists %s", async (_which, request, numbers, hasPreviousPage, hasNextPage) => {
      const { store } = await open();
      await saveFive(store);

      const { items, ...beside } = await store.list({ filter: {}, order, ...request });

      expect(items.map(({ trackName }) => trackName.slice(-1)).join(" ")).toBe(numbers);
      expect(beside).toEqual({ hasPreviousPage, hasNextPage, totalCount: 5 });
    });

    it("reports no further page when the filter excludes the other tracks", async () => {
      const { store } = await open();
      await saveFive(store);

      const page = await store.list({ filter: { text: "04" }, order, first: 1, after: at(0) });

      expect(page).toMatchObject({ hasPreviousPage: false, hasNextPage: false });
      expect(page.items).toHaveLength(1);
    });
  });
}
