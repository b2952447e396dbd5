import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configFrom } from "../../src/config/config.js";
import { openServer, type RunningServer } from "../../src/server/server.js";
import { musicFolder, removeMusicFolders } from "../adapters/library/music-folder.js";
import { taggedAiff } from "../adapters/library/tagged-audio.js";
import { offline } from "../application/offline.js";
import { FakeAnalyzer } from "../fakes/fake-analyzer.js";
import { inProcessReaders } from "../fakes/in-process-readers.js";
import { barriersIn, describeInBrowser, fitsItsWindow, openBrowser, visit } from "./browser.js";
import type { Browser, Page } from "./browser.js";

describeInBrowser("The box of the header", () => {
  let data: string;
  let server: RunningServer;
  let browser: Browser;

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), "overtone-box-"));
    const album = { TPE1: "Pink Floyd", TALB: "The Wall", TCON: "Wall Rock" };
    const folder = await musicFolder({
      "Walls/1.aiff": taggedAiff({ TIT2: "Hey You", ...album }, undefined, 1),
      "Walls/2.aiff": taggedAiff({ TIT2: "Mother", ...album }, undefined, 2),
      "3.aiff": taggedAiff({ TIT2: "Wall", TPE1: "Wally" }, undefined, 3),
    });
    const settings = { ...offline, DATA_DIR: data, PORT: "0", LOG_LEVEL: "error" };
    server = await openServer(configFrom({ ...settings, LIBRARY_DIRS: folder }), {
      analyzer: new FakeAnalyzer(),
      ...inProcessReaders(),
    });
    await server.services.access.issue({ name: "box", scopes: ["read", "write"] });
    await server.services.library.scanAll();
    await server.services.libraryAnalysis.finish(new AbortController().signal);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    await removeMusicFolders();
    await rm(data, { recursive: true, force: true });
  });

  /** Opens the page as a reader who is signed in, and types into the box. */
  async function typed(words: string, options: Parameters<typeof visit>[2] = {}): Promise<Page> {
    const link = await server.services.sessions.issueLink(["read", "write"]);
    const { page } = await visit(browser, `${server.url}/#session=${link}`, options);
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    await box(page).pressSequentially(words);
    return page;
  }

  const box = (page: Page) => page.getByRole("combobox", { name: "Search the library" });
  /** The last row of what was found by some words: until it is there, the rows are those of fewer letters. */
  const answerTo = (page: Page, words: string) =>
    page.locator(`[role="option"][href="#/search/${words}"]`);
  const group = (page: Page, name: string) => page.getByRole("group", { name });

  it("shows tracks, artists, albums, genres and folders as the reader types", async () => {
    const page = await typed("wal");

    await group(page, "Tracks").getByRole("option", { name: "Mother" }).waitFor();

    const names = async (kind: string): Promise<readonly string[]> =>
      group(page, kind).getByRole("option").allInnerTexts();
    expect((await names("Tracks")).map((text) => text.split("\n")[0])).toEqual([
      ...["Wall", "Mother", "Hey You"],
    ]);
    for (const [kind, name] of [
      ["Artists", "Wally"],
      ["Albums", "The Wall"],
      ["Genres", "Wall Rock"],
      ["Folders", "Walls"],
    ] as const) {
      expect((await names(kind)).map((text) => text.split("\n")[0])).toEqual([name]);
    }
    expect(await page.getByRole("status").filter({ hasText: "3 tracks" }).count()).toBe(1);
  });

  it("is used by keys alone: the active row is named, and opened by Enter", async () => {
    const page = await typed("wall");
    await answerTo(page, "wall").waitFor();

    await box(page).press("ArrowDown");
    await box(page).press("ArrowDown");
    const active = await box(page).getAttribute("aria-activedescendant");
    const row = page.locator(`[id="${active}"]`);
    const isSelected = await row.getAttribute("aria-selected");
    const name = await row.innerText();
    await box(page).press("Enter");

    expect([isSelected, name]).toEqual(["true", expect.stringContaining("Mother")]);
    await page.getByRole("heading", { level: 1, name: "Mother" }).waitFor();
    expect(await box(page).getAttribute("aria-expanded")).toBe("false");
  });

  it("goes from the last row to the first by the words, and closes and empties by Escape", async () => {
    const page = await typed("wall");
    await answerTo(page, "wall").waitFor();

    await box(page).press("ArrowUp");
    const last = await box(page).getAttribute("aria-activedescendant");
    await box(page).press("ArrowDown");
    const words = await box(page).getAttribute("aria-activedescendant");
    await box(page).press("Escape");
    const isOpen = await box(page).getAttribute("aria-expanded");
    const kept = await box(page).inputValue();
    await box(page).press("Escape");

    expect([last === null, words, isOpen, kept]).toEqual([false, null, "false", "wall"]);
    expect(await box(page).inputValue()).toBe("");
  });

  it("opens the tracks of an album, a genre and a folder", async () => {
    for (const [kind, name] of [
      ["Albums", "The Wall"],
      ["Genres", "Wall Rock"],
      ["Folders", "Walls"],
    ] as const) {
      const page = await typed("wall");
      await group(page, kind).getByRole("option", { name }).click();

      await page.getByRole("status").filter({ hasText: "2 tracks" }).waitFor();
      const titles = await page.locator(".table-link").allInnerTexts();
      expect([kind, ...titles.toSorted()]).toEqual([kind, "Hey You", "Mother"]);
      await page.context().close();
    }
  });

  it("searches everywhere by Enter, with the words in the address", async () => {
    const page = await typed("four flo");

    await box(page).press("Enter");

    await page.getByLabel("Title").waitFor();
    expect(new URL(page.url()).hash).toBe("#/search/four%20flo");
    expect(await page.getByLabel("Title").inputValue()).toBe("four flo");
  });

  it("says that nothing was found, and why words are refused", async () => {
    const page = await typed("xyzzy");
    await page.getByRole("status").filter({ hasText: "Nothing in the library" }).waitFor();

    await box(page).fill(Array.from({ length: 40 }, (_, word) => word).join(" "));

    await page.getByRole("status").filter({ hasText: "31 different words" }).waitFor();
  });

  it.each([
    ["light", { width: 1280, height: 800 }],
    ["dark", { width: 360, height: 740 }],
  ] as const)("has no barriers and fits the window, %s", async (colorScheme, viewport) => {
    const page = await typed("wall", { colorScheme, viewport });
    await group(page, "Folders").waitFor();

    await fitsItsWindow(page);

    expect(await barriersIn(page)).toEqual([]);
  });
});
