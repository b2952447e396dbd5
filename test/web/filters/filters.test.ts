import { readFile } from "node:fs/promises";
import { removeMusicFolders } from "../../adapters/library/music-folder.js";
import { HeldTagReader } from "../../fakes/held-tag-reader.js";
import type { Measurements } from "../../fakes/measured-audio.js";
import {
  barriersIn,
  fitsItsWindow,
  describeInBrowser,
  openBrowser,
  type Browser,
  type Page,
} from "../browser.js";
import {
  openMeasuredLibrary,
  openUnscannedLibrary,
  type MeasuredLibrary,
  type MeasuredPiece,
} from "../measured-library.js";

/** A value in [0, 1] with two decimals, so that many tracks are exactly at the ends of sliders. */
const shareOf = (track: number, factor: number): number => ((track * factor) % 21) / 20;

const valuesOf = (track: number): Measurements => ({
  // Every tenth track has neither tempo nor key.
  ...(track % 10 !== 9 && {
    tempo: 80 + ((track * 7) % 60),
    key: (track * 5) % 12,
    mode: track % 2,
  }),
  durationSeconds: 100 + track * 5,
  energy: shareOf(track, 3),
  danceability: shareOf(track, 5),
  valence: shareOf(track, 8),
  arousal: shareOf(track, 11),
  loudness: -20 + (track % 25) / 2,
  happy: shareOf(track, 13),
  sad: shareOf(track, 2),
  relaxed: shareOf(track, 17),
  aggressive: shareOf(track, 4),
});

const titleOf = (track: number): string =>
  ["上を向いて歩こう", "<img src=x onerror=alert(1)>"][track] ?? `Track ${String(track)}`;

const TRACKS = 40;
const pieces: readonly MeasuredPiece[] = Array.from({ length: TRACKS }, (_, track) => ({
  artist: track === 0 ? "坂本九" : "Ann",
  title: titleOf(track),
  values: valuesOf(track),
}));

describeInBrowser("The view Filters and moods", () => {
  let library: MeasuredLibrary;
  let browser: Browser;

  beforeAll(async () => {
    library = await openMeasuredLibrary(pieces);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await library.close();
    await removeMusicFolders();
  });

  async function open(options: Parameters<MeasuredLibrary["open"]>[2] = {}) {
    const visited = await library.open(browser, "filters", options);
    await waitForCount(visited.page, TRACKS);
    return visited;
  }

  /** Returns the number of matching tracks that the page counts. */
  const countIn = async (page: Page): Promise<number> =>
    Number.parseInt((await page.locator(".filters-count p").textContent())!, 10);

  const waitForCount = (page: Page, count: number): Promise<void> =>
    page.getByText(`${String(count)} of ${String(TRACKS)} tracks`, { exact: true }).waitFor();

  async function totalOf(filter: object): Promise<number> {
    const query =
      "query ($filter: TrackFilter) { tracks(filter: $filter, first: 1) { totalCount } }";
    const { tracks } = await library.ask(query, { filter });
    return (tracks as { totalCount: number }).totalCount;
  }

  it("counts in the page what the server counts, with bounds that values are exactly at", async () => {
    const { page, complaints } = await open();
    const set = (label: string, value: string): Promise<void> =>
      page.getByRole("slider", { name: label, exact: true }).fill(value);
    const expected: number[] = [];
    const compare = async (filter: object): Promise<void> => {
      const total = await totalOf(filter);
      expected.push(total);
      await waitForCount(page, total);
    };

    await set("Tempo from", "87");
    const tempo = { gte: 87 };
    await compare({ tempo });
    await set("Energy to", "85");
    const energy = { lte: 0.85 };
    await compare({ tempo, energy });
    await set("Relaxed from", "15");
    const mood = { relaxed: { gte: 0.15 } };
    await compare({ tempo, energy, mood });
    await set("Length to", "45");
    const durationMs = { lte: 225_000 };
    await compare({ tempo, energy, mood, durationMs });
    await set("Loudness from", "-35");
    const loudness = { gte: -17.5 };
    await compare({ tempo, energy, mood, durationMs, loudness });
    await page.getByRole("checkbox", { name: /^8A, A minor/ }).check();
    await page.getByRole("button", { name: "Add the keys that go with them" }).click();
    const keyIn = ["8A", "7A", "9A", "8B"];
    await compare({ tempo, energy, mood, durationMs, loudness, keyIn });

    await page.getByRole("button", { name: "Clear all filters" }).click();
    await waitForCount(page, TRACKS);
    expect(new Set(expected).size).toBe(expected.length);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("shows in each histogram what the other filters leave, also where its own leaves nothing", async () => {
    const { page } = await open();
    const barsOf = (name: string): Promise<number> =>
      page.getByRole("group", { name, exact: true }).locator("rect:not([height='0'])").count();
    const [tempoBars, energyBars] = [await barsOf("Tempo"), await barsOf("Energy")];

    await page.getByRole("slider", { name: "Tempo from" }).press("End");
    await waitForCount(page, await totalOf({ tempo: { gte: 139 } }));

    expect(await barsOf("Tempo")).toBe(tempoBars);
    expect(await barsOf("Energy")).toBeLessThan(energyBars);
    await page.context().close();
  });

  it("is used with the keyboard: sliders, the wheel, and what goes with a key is said", async () => {
    const { page } = await open();

    await page.getByRole("slider", { name: "Energy from" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("group", { name: "Energy" }).getByText("1% – 100%").waitFor();
    await page.getByRole("checkbox", { name: /^12B, E major/ }).focus();
    await page.keyboard.press("Space");
    const compatible = page.getByRole("checkbox", { name: /goes with your choice/ });
    const names = await compatible.evaluateAll((boxes) =>
      boxes.map((box) => box.getAttribute("aria-label")?.split(",")[0]),
    );

    expect(names.toSorted()).toEqual(["11B", "12A", "1B"]);
    await page.context().close();
  });

  it("lists the first matching tracks, with their names as they are, and keeps the filters on the way back", async () => {
    const { page, complaints } = await open();

    const row = page.getByRole("row");
    await row.nth(20).waitFor();
    await page.getByRole("slider", { name: "Length to" }).fill("21");
    await waitForCount(page, 2);
    await row.nth(3).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "<img src=x onerror=alert(1)>" }).waitFor();
    const rows = await row.count();
    await page.getByRole("link", { name: "上を向いて歩こう" }).click();
    await page.getByRole("heading", { name: "上を向いて歩こう", level: 1 }).waitFor();
    await page.goBack();
    await waitForCount(page, 2);

    expect(rows).toBe(3);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("saves the matching tracks as a file, and their filter as a playlist", async () => {
    const { page } = await open({ acceptDownloads: true });
    await page.getByRole("slider", { name: "Happy from" }).fill("50");
    await page.getByRole("checkbox", { name: /^8B, C major/ }).check();
    await page.getByRole("button", { name: "Add the keys that go with them" }).click();
    const count = await countIn(page);

    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "JSON Lines" }).click();
    const lines = (await readFile(await (await download).path(), "utf8")).trim().split("\n");
    await page.getByLabel("Name of the playlist").fill("Happy & 明るい");
    await page.getByLabel("Tracks at most").fill("1000");
    await page.getByRole("button", { name: "Keep the playlist" }).click();
    await page.getByText("“Happy & 明るい” is kept.").waitFor();
    const [kept] = await dataOf<{ id: string; name: string }[]>(page, "api/audio/playlists");
    const tracks = await dataOf<object[]>(page, `api/audio/playlists/${kept!.id}/tracks`);

    expect(count).toBeGreaterThan(0);
    expect(lines).toHaveLength(count);
    expect([kept!.name, tracks.length]).toEqual(["Happy & 明るい", count]);
    await page.context().close();
  });

  it("says to a reader who may not write that the playlist cannot be kept", async () => {
    const { page } = await open({ scopes: ["read"] });

    await page.getByLabel("Name of the playlist").fill("Calm");
    await page.getByRole("button", { name: "Keep the playlist" }).click();

    await page.getByText("save the tracks as a file instead").waitFor();
    await page.context().close();
  });

  it("says that the server is away, and goes on when it is back", async () => {
    const { page } = await library.open(browser, "");
    await page.route("**/graphql", (route) => route.abort());
    await page.goto(`${library.url}/#/filters`);

    await page.getByRole("alert").getByText("cannot be reached").waitFor();
    await page.unroute("**/graphql");
    await page.getByRole("button", { name: "Try again" }).click();

    await waitForCount(page, TRACKS);
    await page.context().close();
  });

  it.each(["light", "dark"] as const)(
    "has no barriers by WCAG 2.2 AA in %s colours, on a phone or wide",
    async (colorScheme) => {
      const { page } = await open({ colorScheme });
      await page.getByText("More values").click();
      await page.getByRole("slider", { name: "Valence to" }).fill("60");
      await page.getByRole("checkbox", { name: /^3A, / }).check();
      await page.getByRole("row").nth(1).waitFor();

      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await fitsItsWindow(page);
        expect([width, await barriersIn(page)]).toEqual([width, []]);
      }
      await page.context().close();
    },
  );
});

describeInBrowser("The view Filters and moods of an empty library", () => {
  it("says that nothing is analysed yet", async () => {
    const [library, browser] = [await openMeasuredLibrary([]), await openBrowser()];
    const { page, complaints } = await library.open(browser, "filters");

    await page.getByText("No track is analysed yet.").waitFor();

    expect(complaints).toEqual([]);
    await browser.close();
    await library.close();
  });

  it("says that the library is being scanned, and no longer when it was", async () => {
    const held = new HeldTagReader();
    const piece = { artist: "Ann", title: "One", values: {} };
    const [library, browser] = [await openUnscannedLibrary([piece], held), await openBrowser()];
    const { page, complaints } = await library.open(browser, "filters");
    await page.getByText("No track is analysed yet.").waitFor();

    const scanning = library.scan();
    await page
      .getByText("The library is being scanned: 1 file seen, 1 still to be read.")
      .waitFor();
    for (const view of ["map", "library"]) {
      await page.goto(`${library.url}/#/${view}`);
      await page.getByText("The library is being scanned: 1 file seen").waitFor();
    }
    held.release();
    await scanning;
    await page.getByText("0 of 1 tracks analysed").waitFor();

    expect(await page.getByText("is being scanned").count()).toBe(0);
    expect(complaints).toEqual([]);
    await browser.close();
    await library.close();
  });
});

/** Returns the data of a path of the server, as the reader of a page gets them. */
async function dataOf<Result>(page: Page, path: string): Promise<Result> {
  const expression = `fetch("${path}").then((response) => response.json())`;
  return (await page.evaluate<{ data: Result }>(expression)).data;
}
