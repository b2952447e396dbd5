import {
  openApplicationUnderTest,
  type ApplicationUnderTest,
} from "../application/application-under-test.js";
import {
  barriersIn,
  describeInBrowser,
  fitsItsWindow,
  openBrowser,
  visit,
  type Browser,
} from "./browser.js";

const phone = { width: 360, height: 740 };

describeInBrowser("The guide in a browser", () => {
  let application: ApplicationUnderTest;
  let browser: Browser;

  beforeAll(async () => {
    application = await openApplicationUnderTest();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await application.close();
  });

  const openGuide = (path = "", options = {}) =>
    visit(browser, `${application.url}/guide/${path}`, options);

  it("is linked from the page, in both languages", async () => {
    const { page } = await visit(browser, `${application.url}/`);
    await page.getByRole("combobox", { name: "Language" }).selectOption("de");

    await page.getByRole("link", { name: "Handbuch" }).click();

    await page.getByRole("heading", { name: "The guide", level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/guide/");
  });

  it("finds a section by its words, and opens it", async () => {
    const { page, complaints } = await openGuide();
    const field = page.getByRole("searchbox", { name: "Search the guide" });

    await field.fill("library_scan");
    await page.getByRole("link", { name: /^Settings: Library/ }).waitFor();
    await field.fill("exit codes");
    await page.getByRole("link", { name: /^Commands: Exit codes/ }).click();

    await page.waitForURL(`${application.url}/guide/commands#exit-codes`);
    expect(await page.getByRole("heading", { name: "Exit codes" }).isVisible()).toBe(true);
    expect(complaints).toEqual([]);
  });

  it("says that nothing is found, and closes the results with Escape", async () => {
    const { page } = await openGuide("settings");
    const field = page.getByRole("searchbox", { name: "Search the guide" });
    const results = page.getByRole("link", { name: /^Settings: Library/ });

    await field.fill("zzzz");
    await page.getByRole("status").getByText("0 sections found").waitFor({ state: "attached" });
    await field.fill("library_dirs");
    await results.waitFor();
    await page.keyboard.press("Escape");

    await results.waitFor({ state: "hidden" });
  });

  it("copies a block of code", async () => {
    const { page } = await openGuide("commands", {
      permissions: ["clipboard-read", "clipboard-write"],
    });

    await page.getByRole("button", { name: "Copy" }).first().click();

    await page.getByRole("button", { name: "Copied" }).waitFor();
    const copied = await page.evaluate("navigator.clipboard.readText()");
    expect(copied).toBe("overtone analyze [options] <path...>");
  });

  it("has its contents above the page on a phone, folded", async () => {
    const { page } = await openGuide("settings", { viewport: phone });
    const link = page.getByRole("navigation", { name: "Contents" }).getByRole("link", {
      name: "Commands",
    });
    expect(await link.isVisible()).toBe(false);

    await page.getByText("Contents", { exact: true }).click();

    await link.click();
    await page.getByRole("heading", { name: "Commands", level: 1 }).waitFor();
  });

  it.each([
    ["in light colours", { colorScheme: "light" }],
    ["in dark colours", { colorScheme: "dark" }],
    ["on a phone", { viewport: phone }],
  ] as const)("has no barriers and fits its window %s", async (_, options) => {
    const found: unknown[] = [];
    for (const path of ["", "settings", "commands"]) {
      const { page, complaints } = await openGuide(path, options);
      await page.getByRole("searchbox").fill("library");
      await page.getByRole("link", { name: /^Settings: Library/ }).waitFor();
      found.push(...(await barriersIn(page)), ...complaints);
      await fitsItsWindow(page);
      await page.context().close();
    }

    expect(found).toEqual([]);
  });
});
