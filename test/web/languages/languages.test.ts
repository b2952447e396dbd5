import {
  fitsItsWindow,
  barriersIn,
  describeInBrowser,
  openBrowser,
  type Browser,
} from "../browser.js";
import { spokenElements, type SpokenElement } from "./accessibility-tree.js";
import { openMeasuredLibrary, type MeasuredLibrary } from "../measured-library.js";

/** The views of the header, and others that are reached from them. */
const VIEWS = [
  "",
  "search",
  "library",
  "map",
  "filters",
  "playlists",
  "mix",
  "import",
  "duplicates",
];

/** What a reader does something with, and needs the name of. */
const NAMED = [
  "button",
  "link",
  "textbox",
  "searchbox",
  "combobox",
  "checkbox",
  "slider",
  "grid",
  "radio",
];

/** Generous, because other processes may use the processor; nothing waits for it where all is well. */
const LIMIT_MS = 600_000;

const soundEmbedding = Array.from({ length: 16 }, (_, index) => index);

const pieces = [
  {
    artist: "فيروز",
    title: "شط إسكندرية",
    values: {
      tempo: 96,
      key: 9,
      mode: 0 as const,
      energy: 0.4,
      valence: 0.6,
      arousal: 0.3,
      soundEmbedding,
    },
  },
  {
    artist: "Overtone",
    title: "Slow Waltz",
    values: {
      tempo: 90,
      key: 2,
      mode: 1 as const,
      energy: 0.1,
      valence: 0.7,
      arousal: 0.1,
      soundEmbedding,
    },
  },
];

/** Roles and names that break what screen readers rely on. */
function problemsIn(elements: readonly SpokenElement[]): readonly string[] {
  const problems = elements
    .filter(({ role, name }) => NAMED.includes(role) && name === "")
    .map(({ role }) => `a ${role} has no name`);
  const count = (role: string): number => elements.filter((one) => one.role === role).length;
  for (const role of ["main", "banner", "navigation"]) {
    if (count(role) !== 1) problems.push(`${count(role)} of ${role}`);
  }
  const levels = elements.filter(({ role }) => role === "heading").map(({ level }) => level);
  if (levels.filter((level) => level === 1).length !== 1)
    problems.push(`headings ${levels.join()}`);
  for (const [index, level] of levels.entries()) {
    if (index > 0 && level > levels[index - 1]! + 1) problems.push(`headings ${levels.join()}`);
  }
  return problems;
}

describeInBrowser("The page in a language that is written from right to left", () => {
  let library: MeasuredLibrary;
  let browser: Browser;

  beforeAll(async () => {
    library = await openMeasuredLibrary(pieces);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await library.close();
  });

  it("begins at the right, once it is chosen, and stays after a reload", async () => {
    const { page, complaints } = await library.open(browser, "library");
    const scripts: string[] = [];
    await page.getByRole("heading", { name: "Library", level: 1 }).waitFor();
    page.on("request", (request) => scripts.push(request.url()));

    await page.getByRole("combobox", { name: "Language" }).selectOption("ar");
    await page.getByRole("heading", { name: "المكتبة", level: 1 }).waitFor();
    const loaded = scripts.filter((url) => /assets\/ar-[^/]+\.js$/.test(url)).length;
    await page.reload();
    await page.getByRole("heading", { name: "المكتبة", level: 1 }).waitFor();
    const places = await page.evaluate<{
      brand: number;
      language: number;
      dir: string;
      lang: string;
    }>(
      `(() => {
        const middle = (selector) => {
          const { left, right } = document.querySelector(selector).getBoundingClientRect();
          return (left + right) / 2;
        };
        const { dir, lang } = document.documentElement;
        return { brand: middle(".shell-brand"), language: middle(".shell-language"), dir, lang };
      })()`,
    );

    expect(loaded).toBe(1);
    expect(places).toMatchObject({ dir: "rtl", lang: "ar" });
    expect(places.brand).toBeGreaterThan(places.language);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("is what a browser in that language shows at once", async () => {
    const { page } = await library.open(browser, "playlists", { locale: "ar-EG" });

    await page.getByRole("heading", { name: "قوائم التشغيل", level: 1 }).waitFor();

    await page.context().close();
  });

  it.each(["light", "dark"] as const)(
    "fits a phone and a wide window without barriers, in %s colours, and the map runs as in others",
    async (colorScheme) => {
      const { page } = await library.open(browser, "", { locale: "ar", colorScheme });
      const found: string[] = [];

      for (const view of VIEWS) {
        await page.goto(`${library.url}/#/${view}`);
        await page.locator("h1").first().waitFor();
        for (const width of [1280, 390]) {
          await page.setViewportSize({ width, height: 844 });
          await fitsItsWindow(page);
          for (const one of await barriersIn(page)) found.push(`${view} ${width}: ${one}`);
        }
      }
      const direction = await page.goto(`${library.url}/#/map`).then(async () => {
        await page.locator(".map-plot").waitFor();
        return page.evaluate<string>(
          `getComputedStyle(document.querySelector(".map-plot")).direction`,
        );
      });

      expect(found).toEqual([]);
      expect(direction).toBe("ltr");
      await page.context().close();
    },
    LIMIT_MS,
  );
});

describeInBrowser("What a screen reader is told of the page", () => {
  let library: MeasuredLibrary;
  let browser: Browser;

  beforeAll(async () => {
    library = await openMeasuredLibrary(pieces);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await library.close();
  });

  it.each(["en-GB", "de-AT", "ar"])(
    "has one main part, headings in their order, and a name for all that is used, in %s",
    async (locale) => {
      const { page } = await library.open(browser, "", { locale });
      const found: string[] = [];

      for (const view of VIEWS) {
        await page.goto(`${library.url}/#/${view}`);
        await page.locator("h1").first().waitFor();
        const elements = await spokenElements(page, `${locale} #/${view}`);
        for (const problem of problemsIn(elements)) found.push(`#/${view}: ${problem}`);
      }

      expect(found).toEqual([]);
      await page.context().close();
    },
    LIMIT_MS,
  );
});
