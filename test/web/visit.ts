import type { Browser, BrowserContextOptions, Page } from "../tools/chromium.js";

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
