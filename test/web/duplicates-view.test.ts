import { packFingerprint } from "../../src/domain/fingerprint/fingerprint-text.js";
import { randomWords } from "../domain/fingerprint/random-words.js";
import { recordingOf } from "../fakes/measured-audio.js";
import {
  barriersIn,
  describeInBrowser,
  fitsItsWindow,
  openBrowser,
  type Browser,
} from "./browser.js";
import { openMeasuredLibrary, type MeasuredLibrary } from "./measured-library.js";

const song = packFingerprint(randomWords(900, 3));

const piece = (title: string, recording: string, fingerprint?: string) => ({
  ...{ artist: "Ann", title },
  values: { recordingId: recordingOf(recording), ...(fingerprint && { fingerprint }) },
});

describeInBrowser("The view of duplicates", () => {
  let library: MeasuredLibrary;
  let browser: Browser;

  beforeAll(async () => {
    library = await openMeasuredLibrary([
      piece("Song", "song", song),
      piece("Song (encoded again)", "encoded again", song),
      piece("Copied", "copied"),
      piece("Copied once more", "copied"),
      piece("Alone", "alone"),
    ]);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await library.close();
  });

  it("is reached from the library by the keyboard, and shows groups with what would be kept", async () => {
    const { page, complaints } = await library.open(browser, "library");

    const link = page.getByRole("link", { name: "Find duplicates" });
    await link.waitFor();
    await link.focus();
    await page.keyboard.press("Enter");
    await page.getByText(/^2 groups; the files that would not be kept take [\d.]+ kB\.$/).waitFor();
    const groups = page.getByRole("list", { name: "Groups of duplicates" });
    const group = groups.getByRole("region", { name: "Song (encoded again) – Ann" });
    await group.waitFor();
    const table = group.getByRole("table", { name: "Song (encoded again) – Ann" });
    const rows = await table.getByRole("row").allTextContents();
    const links = await group.textContent();

    expect(new URL(page.url()).hash).toBe("#/duplicates");
    // Its tag is longer, and so its bit rate is higher.
    expect(rows[1]).toMatch(/^Song \(encoded again\)Ann · AIFF.*1\.aiff.*keep/);
    expect(rows[2]).toMatch(/^SongAnn · AIFF.*0\.aiff.*duplicate/);
    expect(links).toMatch(/100% sure: Song.* begins at 0 secs? of Song/);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("lists one kind, or one folder, as its reader chooses, and says where there is none", async () => {
    const { page } = await library.open(browser, "duplicates");
    const headings = page.getByRole("list", { name: "Groups of duplicates" }).getByRole("heading");

    await page.getByText(/^2 groups;/).waitFor();
    await page.getByLabel("Kind").selectOption("COPIES");
    await page.getByText(/^1 group;/).waitFor();
    const copies = await headings.allTextContents();
    await page.getByLabel("Kind").selectOption("");
    await page.getByLabel("Order").selectOption("NAME");
    await page.getByText(/^2 groups;/).waitFor();
    await page.getByLabel("With a file in the folder").fill("/nowhere");
    await page.getByText("There are no such duplicates.").waitFor();

    expect(copies).toEqual(["Copied – Ann"]);
    await page.context().close();
  });

  it("shows neither paths nor folders to readers who may not write", async () => {
    const { page } = await library.open(browser, "duplicates", { scopes: ["read"] });

    await page.getByText(/^2 groups;/).waitFor();

    expect(await page.getByLabel("With a file in the folder").count()).toBe(0);
    expect(await page.locator(".duplicates-path").count()).toBe(0);
    await page.context().close();
  });

  it("says that the server is away, and tries again", async () => {
    const { page } = await library.open(browser, "duplicates");

    await page.getByText(/^2 groups;/).waitFor();
    await page.route("**/graphql", (route) => route.abort());
    await page.getByLabel("Order").selectOption("NAME");
    await page.getByRole("alert").getByText("cannot be reached").waitFor();
    await page.unroute("**/graphql");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("alert").waitFor({ state: "detached" });

    await page.context().close();
  });

  it.each(["light", "dark"] as const)(
    "has no barriers by WCAG 2.2 AA in %s colours, in both languages, on a phone or wide",
    async (colorScheme) => {
      const { page } = await library.open(browser, "duplicates", { colorScheme });

      await page.getByText(/^2 groups;/).waitFor();
      for (const language of ["English", "Deutsch"]) {
        if (language === "Deutsch") {
          await page.getByRole("combobox", { name: "Language" }).selectOption("de");
          await page.getByText(/^2 Gruppen;/).waitFor();
        }
        for (const width of [1280, 390]) {
          await page.setViewportSize({ width, height: 844 });
          await fitsItsWindow(page);
          expect([language, width, await barriersIn(page)]).toEqual([language, width, []]);
        }
      }
      await page.context().close();
    },
  );
});
