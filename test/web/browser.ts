import {
  axeScript,
  chromiumPath,
  type Browser,
  type BrowserContextOptions,
  type Page,
} from "../tools/chromium.js";
import { waitUntil } from "../wait-until.js";

export { openBrowser, type Browser, type Locator, type Page } from "../tools/chromium.js";

if (!chromiumPath && process.env["BROWSER_TESTS"] === "required") {
  throw new Error("The tests in a browser need Chromium: apt-get install chromium.");
}

/** `describe` where there is a browser; else the tests are reported as skipped. */
export const describeInBrowser = chromiumPath ? describe : describe.skip;

/** A page in a profile of its own, and what the browser complained about. */
export interface Visit {
  readonly page: Page;
  readonly complaints: readonly string[];
}

export async function visit(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ locale: "en-GB", ...options });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    // Chromium draws without a graphics processor here, and warns of how slow that is.
    if (message.text().includes("GL Driver Message")) return;
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(url);
  return { page, complaints };
}

/** Waits until a page is no wider than its window, as it soon is after a change of its size. */
export function fitsItsWindow(page: Page): Promise<void> {
  return waitUntil(
    async () => (await page.evaluate("document.documentElement.scrollWidth - innerWidth")) === 0,
  );
}

/** Waits until an expression is true in a page. Its own function for it is refused by the policy of the page, which forbids `eval`. */
export const waitInPage = (page: Page, expression: string): Promise<void> =>
  waitUntil(() => page.evaluate<boolean>(expression));

/** Returns what fails WCAG 2.2 AA in a page, by axe. */
export async function barriersIn(page: Page): Promise<readonly string[]> {
  // Evaluated by the browser's own tools, since the policy of the page forbids inline scripts.
  await page.evaluate(axeScript());
  return page.evaluate(async () => {
    const axe = Reflect.get(globalThis, "axe") as {
      run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
    };
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
    const { violations } = await axe.run({ runOnly: { type: "tag", values: tags } });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
}
