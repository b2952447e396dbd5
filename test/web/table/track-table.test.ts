import { removeMusicFolders } from "../../adapters/library/music-folder.js";
import {
  barriersIn,
  describeInBrowser,
  fitsItsWindow,
  openBrowser,
  waitInPage,
  type Browser,
  type Page,
} from "../browser.js";
import { openMeasuredLibrary, type MeasuredLibrary } from "../measured-library.js";
import { waitUntil } from "../../wait-until.js";

const COUNT = 130;

/** Tracks whose names, tempos and energies are in different orders. */
const pieces = Array.from({ length: COUNT }, (_, index) => ({
  artist: `Artist ${String(index % 7)}`,
  title: `Title ${String(index).padStart(3, "0")}`,
  values: { tempo: 60 + ((index * 37) % COUNT), energy: ((index * 61) % COUNT) / COUNT },
}));

describeInBrowser("The table of tracks", () => {
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

  const titlesIn = (page: Page): Promise<string[]> => page.locator(".table-link").allTextContents();

  async function open(
    address: string,
    options: Parameters<MeasuredLibrary["open"]>[2] = {},
  ): ReturnType<MeasuredLibrary["open"]> {
    const visited = await library.open(browser, address, options);
    await visited.page.locator(".table-link").first().waitFor();
    return visited;
  }

  /** Returns the title of the row that has the focus of the table. */
  const activeTitle = (page: Page): Promise<string> =>
    page.evaluate(`{
      const id = document.querySelector("[role=grid]").getAttribute("aria-activedescendant");
      document.getElementById(id)?.querySelector(".table-link")?.textContent ?? "";
    }`);

  it("has few of its rows in the page, says how many there are, and has the last one by one key", async () => {
    const { page, complaints } = await open("library?sort=trackName");
    const grid = page.getByRole("grid");

    const drawn = await page.locator(".table-link").count();
    await grid.focus();
    await page.keyboard.press("End");
    await page.getByRole("link", { name: "Title 129" }).waitFor();

    expect(drawn).toBeLessThan(60);
    expect(await grid.getAttribute("aria-rowcount")).toBe(String(COUNT + 1));
    expect(await activeTitle(page)).toBe("Title 129");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("is ordered by a heading, by which the address says so, and the other way round by a second click", async () => {
    const { page, complaints } = await open("library");
    const byTempo = [...pieces].sort((one, other) => one.values.tempo - other.values.tempo);

    await page.getByRole("button", { name: "Tempo", exact: true }).click();
    await page
      .getByRole("columnheader", { name: "Tempo" })
      .and(page.locator("[aria-sort=ascending]"))
      .waitFor();
    await page.locator(".table-row").first().getByText(byTempo[0]!.title).waitFor();
    const ascending = new URL(page.url()).hash;
    await page.getByRole("button", { name: "Tempo", exact: true }).click();
    await page.locator(".table-row").first().getByText(byTempo.at(-1)!.title).waitFor();

    expect(ascending).toBe("#/library?sort=tempo");
    expect(new URL(page.url()).hash).toBe("#/library?sort=-tempo");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("is shuffled, and leads others to the same order by its address", async () => {
    const { page } = await open("library?sort=trackName");
    const sorted = await titlesIn(page);
    const shuffledFrom = async (before: string): Promise<string> => {
      await waitInPage(
        page,
        `/sort=random%3A[0-9]+$/.test(location.hash) && location.hash !== "${before}"`,
      );
      return page.evaluate<string>("location.hash");
    };

    await page.getByLabel("Order", { exact: true }).selectOption({ label: "by chance" });
    const first = await shuffledFrom("");
    await waitUntil(async () => String(await titlesIn(page)) !== String(sorted));
    const shuffled = await titlesIn(page);
    const other = await open(first.slice(2));
    await page.getByRole("button", { name: "Shuffle again" }).click();
    await shuffledFrom(first);
    await waitUntil(async () => String(await titlesIn(page)) !== String(shuffled));

    expect((await titlesIn(other.page)).slice(0, 10)).toEqual(shuffled.slice(0, 10));
    await page.context().close();
    await other.page.context().close();
  });

  it("shows the columns that its reader has chosen, also the next time", async () => {
    const { page } = await open("library");

    await page.getByText("Columns", { exact: true }).click();
    await page.getByRole("checkbox", { name: "Danceability" }).check();
    await page.getByRole("checkbox", { name: "Tempo" }).uncheck();
    await page.getByRole("columnheader", { name: "Danceability" }).waitFor();
    await page.reload();
    await page.getByRole("columnheader", { name: "Danceability" }).waitFor();

    expect(await page.getByRole("columnheader", { name: "Tempo" }).count()).toBe(0);
    await page.context().close();
  });

  it("is used by keys alone: rows are selected, copied as CSV and opened", async () => {
    const { page, complaints } = await open("library?sort=trackName", {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const said = page.locator(".table-said");

    await page.getByRole("grid").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    await said.getByText("3 tracks are selected").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
    await said.getByText("4 tracks are selected").waitFor();
    await page.keyboard.press("Control+c");
    await said.getByText("4 tracks are copied as CSV").waitFor();
    const lines = (await page.evaluate<string>("navigator.clipboard.readText()"))
      .trim()
      .split(/\r?\n/);
    await page.keyboard.press("Escape");
    await said.getByText("0 tracks are selected").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Title 004", level: 1 }).waitFor();

    expect(lines[0]).toBe(
      "recordingId,trackKey,artist,trackName,album,tempo,key,energy,durationMs",
    );
    expect(lines.slice(1).map((line) => line.split(",")[3])).toEqual([
      ...["Title 001", "Title 002", "Title 003", "Title 004"],
    ]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("leads through the links of a row by the arrow keys, and back to the row", async () => {
    const { page } = await open("library?sort=trackName");
    const focused = (): Promise<string> =>
      page.evaluate(
        `document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent`,
      );

    await page.getByRole("grid").focus();
    const names: string[] = [];
    for (let step = 0; step < 4; step += 1) {
      await page.keyboard.press("ArrowRight");
      names.push(await focused());
    }
    await page.keyboard.press("ArrowDown");

    expect(names).toEqual([
      ...["Select Title 000", "Play Title 000", "Title 000", "Tracks of Artist 0"],
    ]);
    expect(await activeTitle(page)).toBe("Title 001");
    await page.context().close();
  });

  it("says that the server is away, keeps what it has, and goes on when it is back", async () => {
    const { page } = await open("library?sort=trackName");

    await page.route("**/graphql", (route) => route.abort());
    await page.getByRole("grid").focus();
    await page.keyboard.press("End");
    await page.getByRole("alert").getByText("cannot be reached").waitFor();
    const before = await page.locator(".table-row").count();
    await page.unroute("**/graphql");
    await page.evaluate(`dispatchEvent(new Event("online"))`);
    await page.getByRole("link", { name: "Title 129" }).waitFor();

    expect(before).toBeGreaterThan(0);
    expect(await page.getByRole("alert").count()).toBe(0);
    await page.context().close();
  });

  it.each(["light", "dark"] as const)(
    "has no barriers by WCAG 2.2 AA in %s colours with a selection, on a phone or wide",
    async (colorScheme) => {
      const { page } = await open("library", { colorScheme });

      await page.getByRole("checkbox", { name: "Select Title 000" }).check();
      await page.getByRole("toolbar").waitFor();
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await fitsItsWindow(page);
        expect([width, await barriersIn(page)]).toEqual([width, []]);
      }
      expect((await titlesIn(page)).length).toBeGreaterThan(0);
      await page.context().close();
    },
  );
});
