import { removeMusicFolders } from "../adapters/library/music-folder.js";
import { describeInBrowser, openBrowser, waitInPage, type Browser, type Page } from "./browser.js";
import { openMeasuredLibrary, type MeasuredLibrary } from "./measured-library.js";

const pieces = [
  { artist: "Ann", title: "Low", values: { tempo: 80, valence: 0.2, arousal: 0.2, energy: 0.2 } },
  {
    artist: "Ann",
    title: "Middle",
    values: { tempo: 100, valence: 0.5, arousal: 0.5, energy: 0.5 },
  },
  { artist: "Bob", title: "High", values: { tempo: 120, valence: 0.8, arousal: 0.8, energy: 0.9 } },
];

describeInBrowser("The address of what is shown", () => {
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

  const hashOf = (page: Page): string => new URL(page.url()).hash;

  /** Waits until the address bar has a text. */
  const waitForHash = (page: Page, text: string): Promise<void> =>
    waitInPage(page, `decodeURIComponent(location.hash).includes(${JSON.stringify(text)})`);

  it("of filters leads another person to the same tracks, and stays over a reload", async () => {
    const { page } = await library.open(browser, "filters");
    await page.getByRole("slider", { name: "Tempo from" }).fill("90");
    await page.getByText("2 of 3 tracks", { exact: true }).waitFor();
    await waitForHash(page, "tempo.gte=90");
    const address = hashOf(page);

    await page.reload();
    await page.getByText("2 of 3 tracks", { exact: true }).waitFor();
    const other = await library.open(browser, address.slice(2), { scopes: ["read"] });
    await other.page.getByText("2 of 3 tracks", { exact: true }).waitFor();

    expect(await other.page.title()).toBe("Tempo – Filters – Overtone");
    await page.context().close();
    await other.page.context().close();
  });

  it("goes back field by field, and not letter by letter", async () => {
    const { page, complaints } = await library.open(browser, "library");
    const list = page.getByRole("region", { name: "Tracks" });
    const count = (text: string): Promise<void> =>
      list.getByRole("status").getByText(text, { exact: true }).waitFor();
    await count("3 tracks");

    await list.getByLabel("Artist", { exact: true }).pressSequentially("Ann", { delay: 30 });
    await count("2 tracks");
    await list.getByLabel("Tempo from").pressSequentially("90", { delay: 30 });
    await count("1 track");
    await page.goBack();
    await count("2 tracks");
    const shown = await list.getByLabel("Artist", { exact: true }).inputValue();
    await page.goBack();
    await count("3 tracks");

    expect(shown).toBe("Ann");
    expect(hashOf(page)).toBe("#/library");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("of a field that is typed in leaves the focus where it is", async () => {
    const { page } = await library.open(browser, "library");
    const field = page
      .getByRole("region", { name: "Tracks" })
      .getByLabel("Artist", { exact: true });
    await page.getByRole("link", { name: "Low" }).waitFor();

    await field.pressSequentially("Ann");
    await waitForHash(page, "library/artist/Ann");

    expect(await page.evaluate("document.activeElement.value")).toBe("Ann");
    await page.context().close();
  });

  it("of the map has its axes, its window and what is selected", async () => {
    const { page } = await library.open(browser, "map");
    await page.getByText("3 of 3 analysed tracks are shown.").waitFor();

    await page.getByLabel("Across").selectOption("ENERGY");
    await page.getByRole("application").focus();
    for (const key of ["+", "+", "ArrowRight", "ArrowRight", "ArrowRight"]) {
      await page.keyboard.press(key);
    }
    await page.getByRole("button", { name: "List what is shown" }).click();
    await waitForHash(page, "select=");
    const selected = await page.getByText(/\d tracks? (is|are) selected\./).textContent();
    const labels = await page.locator(".map-overlay > text").allTextContents();
    const other = await library.open(browser, hashOf(page).slice(2), { scopes: ["read"] });
    await other.page.getByText(selected!).waitFor();

    expect(await other.page.locator(".map-overlay > text").allTextContents()).toEqual(labels);
    expect(await other.page.title()).toContain("Energy × Arousal");
    await page.context().close();
    await other.page.context().close();
  });

  it("of a mix leads to the same mix, with the names of its ends", async () => {
    const { page } = await library.open(browser, "mix");
    const [from, to] = ["From", "To"].map((name) => page.getByRole("group", { name }));
    await from!.getByLabel("Track").selectOption({ label: "Low – Ann" });
    await to!.getByLabel("Track").selectOption({ label: "High – Bob" });
    await page.getByLabel("Number of tracks").selectOption("3");
    await page.getByRole("list", { name: "The mix" }).getByText("Middle").waitFor();
    await waitForHash(page, "length=3");

    await page.reload();
    await page.getByRole("list", { name: "The mix" }).getByText("Middle").waitFor();
    await from!.locator("option:checked", { hasText: "Low – Ann" }).waitFor({ state: "attached" });

    expect(await page.title()).toBe("Low to High – Mix – Overtone");
    await page.context().close();
  });

  it("of a mix has the order that its reader has given it", async () => {
    const { page } = await library.open(browser, "mix");
    const [from, to] = ["From", "To"].map((name) => page.getByRole("group", { name }));
    await page.getByLabel("Number of tracks").selectOption("3");
    await from!.getByLabel("Track").selectOption({ label: "Low – Ann" });
    await to!.getByLabel("Track").selectOption({ label: "High – Bob" });
    const steps = page.getByRole("list", { name: "The mix" }).getByRole("listitem");
    await page.getByRole("button", { name: "Move Middle up" }).click();
    await steps.first().getByText("Middle").waitFor();
    await waitForHash(page, "tracks=");

    await page.reload();
    await steps.first().getByText("Middle").waitFor();
    await page.getByRole("button", { name: "Put back as found" }).click();
    await steps.first().getByText("Low").waitFor();

    expect(hashOf(page)).not.toContain("tracks=");
    await page.context().close();
  });

  it("of a track and of a search is named in the title of the tab", async () => {
    const { page } = await library.open(browser, "search/low?artist=ann");
    const found = page.getByRole("link", { name: "Low", exact: true });
    await found.waitFor();
    const searched = await page.title();

    await found.click();
    await page.getByRole("heading", { name: "Low", level: 1 }).waitFor();
    const track = await page.title();
    await page.getByRole("link", { name: "Back to search" }).click();
    await found.waitFor();

    expect([searched, track]).toEqual([
      ...["low, ann – Search – Overtone", "Low, Ann – Track – Overtone"],
    ]);
    expect(hashOf(page)).toBe("#/search/low?artist=ann");
    await page.context().close();
  });
});
