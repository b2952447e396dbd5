import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configFrom } from "../../src/config/config.js";
import { openServer } from "../../src/server/server.js";
import { offline } from "../application/offline.js";
import { chromiumPath, openBrowser, type Page } from "../tools/chromium.js";
import { fillWithTracks } from "../web/map/many-tracks.js";
import { visit } from "../web/visit.js";

const TRACKS = 100_000;
const RUNS = 3;

/** How a table is scrolled: by the wheel row by row and page by page, and by its bar to places that are not loaded. */
const WHEEL_TURNS = 120;
const JUMPS = 40;
const PAUSE_MS = 50;

/** After which what the view has begun to load is there: it goes on asking what is being measured, so that it is never idle. */
const REST_MS = 3_000;

/** Notes tasks that hold the page for 50 ms or more, and frames. */
const NOTE_TASKS = `
  globalThis.longTasks = [];
  new PerformanceObserver((list) => globalThis.longTasks.push(...list.getEntries())).observe({
    type: "longtask",
  });
  globalThis.frames = 0;
  requestAnimationFrame(function count() {
    globalThis.frames += 1;
    requestAnimationFrame(count);
  });`;

/**
 * Measures tasks of the page of 50 ms or more, in Chromium, while the table of a library of 100,000 tracks is scrolled. Needs
 * Chromium.
 */
export async function benchScroll(): Promise<void> {
  if (!chromiumPath) {
    console.log("Scrolling: no Chromium to measure it in.");
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), "overtone-scroll-bench-"));
  const browser = await openBrowser();
  try {
    await fillWithTracks(join(folder, "overtone.db"), TRACKS);
    const settings = { ...offline, DATA_DIR: folder, PORT: "0", LOG_LEVEL: "error" };
    const server = await openServer(
      configFrom({ ...settings, LIBRARY_DIRS: folder, RATE_LIMIT_PER_SECOND: "100000" }),
    );
    try {
      await server.services.access.issue({ name: "bench", scopes: ["read"] });
      console.log(`A table of ${TRACKS.toLocaleString("en")} tracks is scrolled, ${RUNS} times:`);
      for (let run = 0; run < RUNS; run += 1) {
        const link = await server.services.sessions.issueLink(["read"]);
        const { page } = await visit(browser, `${server.url}/#session=${link}`);
        await page.getByRole("button", { name: "Sign out" }).waitFor();
        await page.goto(`${server.url}/#/library`);
        await page.getByText("100,000 tracks").first().waitFor({ timeout: 60_000 });
        await page.locator(".table-row .table-link").first().waitFor();
        await page.waitForTimeout(REST_MS);
        report("by the wheel", await measured(page, () => turnWheel(page)));
        report("by its bar  ", await measured(page, () => jump(page)));
        await page.context().close();
      }
    } finally {
      await server.close();
    }
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Scrolled {
  /** Of each task of 50 ms or more, milliseconds. */
  readonly tasks: readonly number[];
  readonly frames: number;
  readonly seconds: number;
}

async function measured(page: Page, scroll: () => Promise<void>): Promise<Scrolled> {
  await page.evaluate(NOTE_TASKS);
  const startedAt = performance.now();
  await scroll();
  const seconds = (performance.now() - startedAt) / 1000;
  await page.waitForTimeout(500);
  const tasks = await page.evaluate<number[]>("longTasks.map(({ duration }) => duration)");
  return { tasks, seconds, frames: await page.evaluate<number>("frames") };
}

/** Turns the wheel over the table, now and then by a page. */
async function turnWheel(page: Page): Promise<void> {
  await page.locator(".table-box").hover();
  for (let turn = 0; turn < WHEEL_TURNS; turn += 1) {
    await page.mouse.wheel(0, turn % 4 === 3 ? 900 : 120);
    await page.waitForTimeout(PAUSE_MS);
  }
}

/** Drags the bar of the table through the whole list, so that most places are not loaded. */
async function jump(page: Page): Promise<void> {
  for (let place = 1; place <= JUMPS; place += 1) {
    const share = String(place / JUMPS);
    await page.evaluate(`{
      const box = document.querySelector(".table-box");
      box.scrollTop = ${share} * (box.scrollHeight - box.clientHeight);
    }`);
    await page.waitForTimeout(3 * PAUSE_MS);
  }
  await page.locator(".table-row .table-link").last().waitFor();
}

function report(how: string, { tasks, frames, seconds }: Scrolled): void {
  const longest = tasks.length === 0 ? "" : `, the longest ${Math.max(...tasks).toFixed(0)} ms`;
  const verdict = tasks.length === 0 ? "reached" : "missed";
  const rate = (frames / seconds).toFixed(0);
  console.log(
    `  ${how}: ${tasks.length} tasks over 50 ms${longest} (goal 0 ${verdict}), ${rate} frames a second`,
  );
}
