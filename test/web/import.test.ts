import { readFile } from "node:fs/promises";
import { removeMusicFolders } from "../adapters/library/music-folder.js";
import { barriersIn, describeInBrowser, fitsItsWindow, openBrowser } from "./browser.js";
import type { Browser, Page } from "./browser.js";
import {
  openMeasuredLibrary,
  openUnscannedLibrary,
  type MeasuredLibrary,
} from "./measured-library.js";

const pieces = ["Ash", "Birch", "Cedar"].map((title, place) => ({
  artist: `Artist ${String(place)}`,
  title,
  values: { tempo: 80 + 10 * place },
}));

const LIST = [
  "title,artist,album",
  "Cedar,Artist 2,",
  "Else,Somebody,=SUM(1)",
  "Birch (Live),Artist 1,",
  "Ash,Artist 0,",
  "",
].join("\r\n");

describeInBrowser("A list of another program in the page", () => {
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

  const choose = (page: Page, content: string, name = "Summer.csv"): Promise<void> =>
    page.getByLabel("A file with a list").setInputFiles({
      ...{ name, mimeType: "text/csv", buffer: Buffer.from(content) },
    });

  it("is compared with the library, completed by the reader, and kept in its order", async () => {
    const { page, complaints } = await library.open(browser, "playlists");
    await page.getByRole("link", { name: "Import a list of another program" }).click();

    await choose(page, LIST);
    await page.getByText("2 sure, 1 unsure, 1 not in the library").waitFor();
    await page.getByText("2 of 4 rows have a track.").waitFor();
    const unsure = page.getByLabel("Track for Artist 1 · Birch (Live)");
    expect(await page.locator(".imports-rows li").count()).toBe(1);
    expect(await unsure.inputValue()).toBe("");
    await unsure.selectOption({ index: 1 });
    await page.getByText("3 of 4 rows have a track.").waitFor();
    expect(await page.getByLabel("Name of the playlist").inputValue()).toBe("Summer");
    await page.getByRole("button", { name: "Keep the playlist" }).click();
    await page.getByText("“Summer” is kept, with 3 tracks.").waitFor();
    await page.getByRole("link", { name: "Open it" }).click();
    await page.getByRole("heading", { name: "Summer", level: 1 }).waitFor();
    await page.locator(".table-link").nth(2).waitFor();

    expect(await page.locator(".table-link").allTextContents()).toEqual(["Cedar", "Birch", "Ash"]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("leaves a table of what is missing, with the rows that the reader does not take", async () => {
    const { page } = await library.open(browser, "import");
    await choose(page, LIST);
    await page.getByText("2 of 4 rows have a track.").waitFor();
    await page.getByLabel("Show").selectOption("all");
    await page.getByText("Somebody · Else · =SUM(1)").waitFor();
    await page.getByLabel("Track for Artist 0 · Ash").selectOption({ label: "None of these" });

    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save the missing rows as CSV (3)" }).click(),
    ]);

    expect(saved.suggestedFilename()).toBe("Summer - missing.csv");
    expect((await readFile(await saved.path(), "utf8")).split("\r\n")).toEqual([
      "\uFEFFposition,artist,title,album,duration_ms,isrc,mbid,spotify_id,path,row",
      expect.stringMatching(/^2,Somebody,Else,'=SUM\(1\),,,,,,"/),
      expect.stringMatching(/^3,Artist 1,Birch \(Live\),,,,,,,/),
      expect.stringMatching(/^4,Artist 0,Ash,,,,,,,/),
      "",
    ]);
    await page.context().close();
  });

  it("is not kept where nothing of it is in the library, and leaves a table of what is missing", async () => {
    const { page } = await library.open(browser, "import");

    await choose(page, "title,artist\r\nElse,Somebody\r\nOther,Somebody\r\n");
    await page.getByText("No row has a track of the library yet").waitFor();
    await page.getByRole("button", { name: "Save the missing rows as CSV (2)" }).waitFor();

    expect(await page.getByRole("button", { name: "Keep the playlist" }).count()).toBe(0);
    await page.context().close();
  });

  it("is cancelled while it is compared, and another one is taken after it", async () => {
    const { page } = await library.open(browser, "import");
    let sent = 0;
    await page.route("**/api/audio/playlists/import", (route) => {
      sent += 1;
      // The first one is never answered.
      return sent === 1 ? undefined : route.continue();
    });

    await choose(page, LIST, "First.csv");
    await page.getByText("Comparing the list with the library…").waitFor();
    const cancelled = page.waitForEvent("requestfailed");
    await page.getByRole("button", { name: "Cancel" }).click();
    await cancelled;
    await page.getByText("Comparing the list").waitFor({ state: "detached" });
    const alerts = await page.getByRole("alert").count();
    await choose(page, LIST, "Second.csv");
    await page.getByText("2 of 4 rows have a track.").waitFor();

    expect(alerts).toBe(0);
    expect(await page.getByLabel("Name of the playlist").inputValue()).toBe("Second");
    await page.context().close();
  });

  it("is not kept where its tracks are not analysed yet, which is said", async () => {
    const other = await openUnscannedLibrary(pieces);
    await other.scan();
    const { page } = await other.open(browser, "import");

    await choose(page, LIST);
    await page.getByText("2 of 4 rows have a track.").waitFor();
    await page.getByRole("button", { name: "Keep the playlist" }).click();

    await page
      .getByText("Nothing is kept, because none of these tracks is analysed yet.")
      .waitFor();
    const { playlists } = await other.ask("{ playlists { name } }");
    expect(playlists).toEqual([]);
    await page.context().close();
    await other.close();
  });

  it("says why a file is none, and takes another one after it", async () => {
    const { page } = await library.open(browser, "import");

    await choose(page, "\u0000\u0001\u0002", "Noise.bin");
    await page.getByRole("alert").waitFor();
    await choose(page, LIST);

    await page.getByText("2 of 4 rows have a track.").waitFor();
    await page.getByRole("alert").waitFor({ state: "detached" });
    await page.context().close();
  });

  it("is compared for a reader who may not write, who cannot keep it", async () => {
    const { page } = await library.open(browser, "import", { scopes: ["read"] });

    await choose(page, LIST);
    await page.getByRole("button", { name: "Save the missing rows as CSV (2)" }).waitFor();

    expect(await page.getByRole("button", { name: "Keep the playlist" }).count()).toBe(0);
    await page.context().close();
  });

  it.each(["light", "dark"] as const)(
    "has no barriers by WCAG 2.2 AA in %s colours, on a phone or wide",
    async (colorScheme) => {
      const { page } = await library.open(browser, "import", { colorScheme });
      await choose(page, LIST);
      await page.getByLabel("Show").selectOption("all");

      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await fitsItsWindow(page);
        expect([width, await barriersIn(page)]).toEqual([width, []]);
      }
      await page.context().close();
    },
  );
});
