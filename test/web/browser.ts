import { axeScript, chromiumPath, type Page } from "../tools/chromium.js";
import { waitUntil } from "../wait-until.js";

export { visit, type Visit } from "./visit.js";
export { openBrowser, type Browser, type Locator, type Page } from "../tools/chromium.js";

if (!chromiumPath && process.env["BROWSER_TESTS"] === "required") {
  throw new Error("The tests in a browser need Chromium: apt-get install chromium.");
}

/** `describe` where there is a browser; else the tests are reported as skipped. */
export const describeInBrowser = chromiumPath ? describe : describe.skip;

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
