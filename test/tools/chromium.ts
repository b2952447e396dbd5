import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium, type Browser } from "playwright-core";

export type { Browser, BrowserContextOptions, CDPSession, Locator, Page } from "playwright-core";

/** The Chromium of this machine, if it has one. */
export const chromiumPath = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) =>
  existsSync(path),
);

/** Starts Chromium, which this machine must have. */
export const openBrowser = (args: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath!, args: ["--no-sandbox", ...args] });

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Returns the script that defines `axe`, which judges the accessibility of a page. */
export const axeScript = (): string => readFileSync(axePath, "utf8");
