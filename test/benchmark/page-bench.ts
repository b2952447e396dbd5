import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  chromiumPath,
  openBrowser,
  type Browser,
  type CDPSession,
  type Page,
} from "../tools/chromium.js";
import { configFrom } from "../../src/config/config.js";
import { openServer, type RunningServer } from "../../src/server/server.js";
import { offline } from "../application/offline.js";
import { wavBytes } from "../signals/encoded/wav-bytes.js";
import { fillWithTracks } from "../web/map/many-tracks.js";
import { fourMinutes } from "./material/four-minutes.js";
import { quantile } from "./quantile.js";

const RUNS = 5;
const TRACKS = 100_000;

/** Maximum times, seconds, and times of the command line. */
const PAINT_GOAL = 1;
const INTERACTIVE_GOAL = 2;
const DROP_GOAL = 3;
const MAP_GOAL = 2;

/** A phone of the middle of the range on a slow mobile network, as Lighthouse throttles it. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (0.9 * 1_600_000) / 8,
  uploadThroughput: (0.9 * 750_000) / 8,
};
const PROCESSOR_FACTOR = 4;

/** Notes tasks that hold the page, before its own scripts run. */
const NOTE_TASKS = `
  globalThis.longTasks = [];
  new PerformanceObserver((list) => globalThis.longTasks.push(...list.getEntries())).observe({
    type: "longtask",
    buffered: true,
  });`;

/** Seconds: the first paint, and the end of the last long task or of the scripts, whichever is later. */
const READ_LOAD = `({
  paint: performance.getEntriesByName("first-contentful-paint")[0].startTime / 1000,
  interactive: Math.max(
    performance.getEntriesByName("first-contentful-paint")[0].startTime,
    performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd,
    ...globalThis.longTasks.map((task) => task.startTime + task.duration),
  ) / 1000,
  kilobytes: performance.getEntriesByType("resource").reduce(
    (sum, entry) => sum + entry.transferSize, 0) / 1000,
})`;

interface Load {
  readonly paint: number;
  readonly interactive: number;
  readonly kilobytes: number;
}

/**
 * Measures the page in Chromium: its load on a throttled phone, a file of four minutes that is dropped beside the same
 * on the command line, and the map of 100,000 tracks. Needs Chromium; `ffmpeg` makes the file an MP3, else it is a WAV.
 */
export async function benchPage(): Promise<void> {
  if (!chromiumPath) {
    console.log("The page: no Chromium to measure it in.");
    return;
  }
  execFileSync("npm", ["run", "--silent", "prestart"], { stdio: "inherit" });
  const folder = await mkdtemp(join(tmpdir(), "overtone-page-bench-"));
  const browser = await openBrowser();
  try {
    console.log(`The page, the median of ${RUNS} runs:`);
    await fillWithTracks(join(folder, "overtone.db"), TRACKS);
    const settings = { ...offline, DATA_DIR: folder, PORT: "0", LOG_LEVEL: "error" };
    const server = await openServer(configFrom({ ...settings, LIBRARY_DIRS: folder }));
    try {
      await server.services.access.issue({ name: "bench", scopes: ["read"] });
      await measureLoad(browser, server);
      await measureDrop(browser, server, await makeFile(folder));
      await measureMap(browser, server);
    } finally {
      await server.close();
    }
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureLoad(browser: Browser, { url }: RunningServer): Promise<void> {
  const loads: Load[] = [];
  while (loads.length < RUNS) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await throttle(await context.newCDPSession(page));
    await page.addInitScript(NOTE_TASKS);
    await page.goto(url, { waitUntil: "load" });
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    loads.push(await page.evaluate(READ_LOAD));
    await context.close();
  }
  const of = (name: keyof Load): number => median(loads.map((load) => load[name]));
  report("first paint, throttled phone", of("paint"), PAINT_GOAL, "s");
  report("interactive, throttled phone", of("interactive"), INTERACTIVE_GOAL, "s");
  console.log(`  ${of("kilobytes").toFixed(0)} kB are transferred for it`);
}

async function throttle(session: CDPSession): Promise<void> {
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", NETWORK);
  await session.send("Emulation.setCPUThrottlingRate", { rate: PROCESSOR_FACTOR });
}

async function measureDrop(browser: Browser, { url }: RunningServer, file: string): Promise<void> {
  const dropped: number[] = [];
  const commands: number[] = [];
  while (dropped.length < RUNS) {
    const page = await pageAt(browser, url);
    const input = page.locator("input[type=file]").first();
    await input.waitFor({ state: "attached" });
    dropped.push(
      await secondsOf(async () => {
        await input.setInputFiles(file);
        await page.locator("[data-field=tempo]").waitFor({ timeout: 120_000 });
      }),
    );
    await page.context().close();
    const program = ["dist/cli/overtone.js", "analyze", file];
    commands.push(
      await secondsOf(() => {
        execFileSync(process.execPath, program, { stdio: ["ignore", "ignore", "inherit"] });
      }),
    );
  }
  const command = median(commands);
  const drop = median(dropped);
  const kind = file.endsWith(".mp3") ? "an MP3" : "a WAV";
  console.log(`  ${kind} of four minutes: ${drop.toFixed(2)} s dropped on the page,`);
  console.log(`    ${command.toFixed(2)} s by "overtone analyze" with the start of its process`);
  report("dropped, times the command line", drop / command, DROP_GOAL, "");
}

async function measureMap(browser: Browser, server: RunningServer): Promise<void> {
  const shown: number[] = [];
  const bytes: number[] = [];
  while (shown.length < RUNS) {
    const link = await server.services.sessions.issueLink(["read"]);
    const page = await pageAt(browser, `${server.url}/#session=${link}`);
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    const answers: Promise<number>[] = [];
    page.on("requestfinished", (request) => {
      if (!request.postData()?.includes("trackColumns")) return;
      answers.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    shown.push(
      await secondsOf(async () => {
        await page.getByRole("link", { name: "Map" }).click();
        await page.getByText("100,000 of 100,000").waitFor({ timeout: 120_000 });
      }),
    );
    bytes.push(...(await Promise.all(answers)));
    await page.context().close();
  }
  report("the map of 100,000 tracks is shown", median(shown), MAP_GOAL, "s");
  const megabytes = median(bytes) / 1e6;
  console.log(`  ${(bytes.length / RUNS).toFixed(0)} request for it, ${megabytes.toFixed(1)} MB`);
}

async function pageAt(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ locale: "en-GB" });
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

/** Returns the path of four minutes of music: an MP3 where ffmpeg is there to make one. */
async function makeFile(folder: string): Promise<string> {
  const wav = join(folder, "four-minutes.wav");
  const mp3 = join(folder, "four-minutes.mp3");
  await writeFile(wav, wavBytes({ channels: [fourMinutes(44_100)], sampleRate: 44_100 }));
  const encoded = spawnSync("ffmpeg", ["-v", "error", "-i", wav, "-ac", "2", "-b:a", "192k", mp3]);
  return encoded.status === 0 ? mp3 : wav;
}

async function secondsOf(run: () => void | Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return (performance.now() - startedAt) / 1000;
}

const median = (values: readonly number[]): number => quantile(values, 0.5);

function report(what: string, value: number, goal: number, unit: string): void {
  const verdict = value <= goal ? "reached" : "missed";
  console.log(`  ${what}: ${value.toFixed(2)} ${unit}`.trimEnd() + ` (goal ${goal} ${verdict})`);
}
