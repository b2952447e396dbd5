import { CatalogueIndex } from "../../../src/adapters/storage/catalogue/catalogue-index.js";
import { noLikeness } from "../../fakes/no-likeness.js";
import { SqlAnalysisStore } from "../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import { cursorFrom, parseCursor } from "../../../src/domain/catalogue/catalogue-cursor.js";
import { defaultOrder, type TrackOrder } from "../../../src/domain/catalogue/catalogue-query.js";
import { positionOf } from "../../../src/domain/catalogue/order-position.js";
import { CatalogueService } from "../../../src/services/catalogue/catalogue-service.js";
import { analysisOf } from "../../contracts/analyses/analysis-store.contract.js";
import { linkedPerformances } from "../../fakes/linked-performances.js";

const letters = [..."ABCDE"];

describe("CatalogueService", () => {
  let database: Database;
  let catalogue: CatalogueService;
  const everything = { filter: {}, order: defaultOrder };
  const artistsOf = (found: readonly { readonly artist: string }[]): string =>
    found.map(({ artist }) => artist).join("");

  beforeEach(async () => {
    database = await openDatabase({ url: "sqlite::memory:" });
    const index = new CatalogueIndex(database);
    const store = new SqlAnalysisStore({ database, catalogue: index });
    catalogue = new CatalogueService({
      ...{ store, catalogue: index, performances: linkedPerformances() },
      likeness: noLikeness,
    });
    for (const [index, letter] of letters.entries()) {
      const moods = { happy: index / 4, sad: 0.5 };
      await store.save(analysisOf(letter, "Title", { tempo: 100 - index, ...moods }));
    }
  });
  afterEach(() => database.close());

  it("lists the first tracks, or the last ones, and all within twenty without a size", async () => {
    const pages = await Promise.all([
      catalogue.list({ ...everything, first: 2 }),
      catalogue.list({ ...everything, last: 2 }),
      catalogue.list(everything),
      catalogue.list({ ...everything, first: 100 }),
      catalogue.list({ ...everything, last: 1 }),
    ]);

    expect(pages.map(({ items }) => artistsOf(items))).toEqual(["AB", "DE", "ABCDE", "ABCDE", "E"]);
    expect(pages[0]).toMatchObject({ totalCount: 5, hasNextPage: true, hasPreviousPage: false });
  });

  it("lists twenty tracks without a size", async () => {
    const store = new SqlAnalysisStore({ database });
    for (let index = 0; index < 20; index++) await store.save(analysisOf("Z", `Title ${index}`));

    const page = await catalogue.browse(everything, "limit");

    expect(page.items).toHaveLength(20);
    expect(page.totalCount).toBe(25);
  });

  it.each([
    [{ first: 0 }, "first"],
    [{ first: 101 }, "first"],
    [{ first: 1.5 }, "first"],
    [{ last: 0 }, "last"],
    [{ last: 101 }, "last"],
    [{ last: NaN }, "last"],
    [{ first: 1, last: 1 }, "last"],
  ])("refuses a page of %j, and names the parameter", async (size, parameter) => {
    const listing = catalogue.list({ ...everything, ...size });

    await expect(listing).rejects.toMatchObject({ code: "INVALID_INPUT", facts: { parameter } });
  });

  it.each([{ first: 0 }, { last: 101 }])(
    "browses no page of %j, and names it as told",
    async (size) => {
      const browsing = catalogue.browse({ ...everything, ...size }, "limit");

      await expect(browsing).rejects.toMatchObject({ facts: { parameter: "limit" } });
    },
  );

  it("has cursors by which one browses to the end and back, without gaps", async () => {
    const order: TrackOrder = { field: "tempo", direction: "asc" };
    const request = { filter: {}, order };
    const wide = await catalogue.browse({ ...request, first: 3 }, "limit");
    const first = await catalogue.browse({ ...request, first: 2 }, "limit");
    const after = parseCursor(first.nextCursor, order, "cursor")!;
    const second = await catalogue.browse({ ...request, first: 2, after }, "limit");
    const next = parseCursor(second.nextCursor, order, "cursor")!;
    const third = await catalogue.browse({ ...request, first: 2, after: next }, "limit");
    const before = parseCursor(third.previousCursor, order, "before")!;
    const back = await catalogue.browse({ ...request, last: 2, before }, "limit");

    expect([first, second, third, back].map(({ items }) => artistsOf(items))).toEqual([
      ...["ED", "CB", "A"],
      "CB",
    ]);
    const { recordingId } = analysisOf("C", "Title");
    expect(wide.nextCursor).toBe(cursorFrom({ value: 98, id: recordingId }, order));
    expect([first.previousCursor, third.nextCursor]).toEqual([null, null]);
    expect(second.previousCursor).not.toBeNull();
    expect([back.nextCursor, back.previousCursor]).not.toContain(null);
  });

  it("has no cursors on a page without tracks", async () => {
    const after = { value: "Z", id: "rec:ffffffffffffffff" };

    const page = await catalogue.browse({ ...everything, first: 2, after }, "limit");

    expect(page).toMatchObject({ items: [], nextCursor: null, previousCursor: null });
  });

  it.each([
    ["artist", "A"],
    ["trackName", "Title"],
    ["source", "library"],
    ["analyzedAt", 1_750_000_000_000],
    ["durationMs", 30_500],
    ["tempo", 100],
    ["confidence.tempo", 0.75],
    ["energy", null],
  ] as const)("has as the position by %s the value %p", (field, value) => {
    const facts = { source: "library", analyzedAt: 1_750_000_000_000, durationSeconds: 30.5 };
    const analysis = { ...analysisOf("A", "Title", { tempo: 100, energy: null }), ...facts };

    expect(positionOf(analysis, { field, direction: "asc" })).toEqual({
      value,
      id: analysis.recordingId,
    });
  });

  it("lists for each mood its number of tracks and the strongest, in the order of the moods", async () => {
    const found = await catalogue.listMoods({ threshold: 0.5, first: 2 }, "first");

    const texts = found.map(({ mood, count, strongest }) => [mood, count, artistsOf(strongest)]);
    expect(texts.slice(0, 2)).toEqual([
      ["happy", 3, "ED"],
      ["sad", 5, expect.stringMatching(/^[A-E]{2}$/)],
    ]);
    expect(found.map(({ mood }) => mood)).toEqual(["happy", "sad", "relaxed", "aggressive"]);
  });

  it.each([
    { threshold: 0, first: 1 },
    { threshold: 1, first: 25 },
  ])("lists the moods for %j", async (query) => {
    expect(await catalogue.listMoods(query, "limit")).toHaveLength(4);
  });

  it.each([
    [{ threshold: -0.01, first: 5 }, "threshold"],
    [{ threshold: 1.01, first: 5 }, "threshold"],
    [{ threshold: NaN, first: 5 }, "threshold"],
    [{ threshold: 0.5, first: 0 }, "limit"],
    [{ threshold: 0.5, first: 26 }, "limit"],
    [{ threshold: 0.5, first: 2.5 }, "limit"],
  ])("refuses the moods for %j, and names the parameter", async (query, parameter) => {
    const listing = catalogue.listMoods(query, "limit");

    await expect(listing).rejects.toMatchObject({ code: "INVALID_INPUT", facts: { parameter } });
  });

  it("lists the first recording of each performance in the order, on pages as on one", async () => {
    const ids = letters.map((letter) => analysisOf(letter, "Title").recordingId);
    const index = new CatalogueIndex(database);
    const store = new SqlAnalysisStore({ database, catalogue: index });
    const performances = linkedPerformances([ids[0]!, ids[3]!], [ids[1]!, ids[2]!]);
    const service = new CatalogueService({
      ...{ store, catalogue: index, performances, likeness: noLikeness },
    });
    const collapsed = { ...everything, collapse: "performance" } as const;
    const descending = { field: "artist", direction: "desc" } as const;

    const whole = await service.list(collapsed);
    const first = await service.browse({ ...collapsed, first: 2 }, "limit");
    const after = parseCursor(first.nextCursor ?? undefined, defaultOrder, "cursor")!;
    const second = await service.list({ ...collapsed, first: 2, after });
    const before = await service.list({ ...collapsed, last: 1, before: after });
    const reversed = await service.list({ ...collapsed, order: descending });
    const passing = await service.list({ ...collapsed, filter: { text: "d title" } });
    const all = await service.list(everything);

    expect([whole, first, second].map(({ items }) => artistsOf(items))).toEqual(["ABE", "AB", "E"]);
    expect([whole.totalCount, first.totalCount, second.hasNextPage]).toEqual([3, 3, false]);
    expect(artistsOf(before.items)).toBe("A");
    expect(artistsOf(reversed.items)).toBe("EDC");
    expect(artistsOf(passing.items)).toBe("D");
    expect(artistsOf(all.items)).toBe("ABCDE");
  });
});
