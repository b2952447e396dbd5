import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configFrom } from "../../../src/config/config.js";
import { openServer, type RunningServer } from "../../../src/server/server.js";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { offline } from "../../application/offline.js";
import { describeInBrowser, openBrowser, visit, type Browser, type Page } from "../browser.js";
import { fillWithTracks } from "./many-tracks.js";

/** Generous, because other processes may use the processor; nothing waits for it where all is well. */
const LIMIT_MS = 240_000;

describeInBrowser("A library of 100,000 tracks", () => {
  let folder: string;
  let server: RunningServer;
  let browser: Browser;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-many-"));
    await fillWithTracks(join(folder, "overtone.db"), 100_000);
    const music = await musicFolder({});
    const settings = { ...offline, DATA_DIR: folder, PORT: "0", LOG_LEVEL: "error" };
    server = await openServer(configFrom({ ...settings, LIBRARY_DIRS: music }));
    await server.services.access.issue({ name: "many", scopes: ["read"] });
    browser = await openBrowser();
  }, LIMIT_MS);
  afterAll(async () => {
    await browser.close();
    await server.close();
    await removeMusicFolders();
    await rm(folder, { recursive: true, force: true });
  });

  async function open(view: string): Promise<Page> {
    const link = await server.services.sessions.issueLink(["read"]);
    const { page } = await visit(browser, `${server.url}/#session=${link}`);
    page.setDefaultTimeout(LIMIT_MS);
    await page.goto(`${server.url}/#/${view}`);
    return page;
  }

  it(
    "is shown on the map, where a track is named, and those of a rectangle are listed",
    async () => {
      const page = await open("map");
      await page.getByText("100,000 of 100,000 analysed tracks are shown.").waitFor();
      const map = page.getByRole("application");
      await map.scrollIntoViewIfNeeded();
      const { x, y, width, height } = (await map.boundingBox())!;

      await page.mouse.move(x + width / 2, y + height / 2);
      await page.locator('.map-marked a[href^="#/track/"]').waitFor();
      await page.keyboard.down("Shift");
      await page.mouse.move(x + width * 0.4, y + height * 0.6);
      await page.mouse.down();
      await page.mouse.move(x + width * 0.5, y + height * 0.5, { steps: 4 });
      await page.mouse.up();
      await page.keyboard.up("Shift");
      await page.getByText(/^[\d,]{3,6} tracks are selected\.$/).waitFor();

      // The names of the first page arrive after its rows.
      await page.locator(".map-tracks .table-link").first().getByText(/\w\w/).waitFor();
      expect(await page.locator(".map-tracks [role=row]").count()).toBeLessThan(60);
      await page.context().close();
    },
    LIMIT_MS,
  );

  it(
    "is filtered with counts at once, which are those of the server",
    async () => {
      const page = await open("filters");
      await page.getByText("100,000 of 100,000 tracks").waitFor();
      const slider = page.getByRole("group", { name: "Energy", exact: true });

      await slider.getByRole("slider").first().focus();
      for (let step = 0; step < 3; step += 1) await page.keyboard.press("PageUp");
      await slider.getByText("30% – 100%").waitFor();
      const counted = await page.locator(".filters-count [role=status]").textContent();
      const count = /^[\d,]+/.exec(counted!)![0];

      await page.getByText(`${count} tracks`, { exact: true }).waitFor();
      await page.context().close();
    },
    LIMIT_MS,
  );

  it(
    "is a list that is scrolled in steps of less than 50 ms, and entered in its middle and at its end",
    async () => {
      const page = await open("library");
      const list = page.getByRole("region", { name: "Tracks" });
      await list.getByText("100,000 tracks", { exact: true }).waitFor();
      const grid = list.getByRole("grid");
      await list.getByRole("row").nth(10).waitFor();
      const work = await processorTimeOf(page);

      const before = await work();
      for (let step = 0; step < STEPS; step += 1) {
        await page.evaluate(`document.querySelector(".table-box").scrollBy(0, 400)`);
        await page.evaluate("new Promise(requestAnimationFrame)");
      }
      const milliseconds = ((await work()) - before) / STEPS;
      await page.evaluate(`{
        const box = document.querySelector(".table-box");
        box.scrollTop = box.scrollHeight / 2;
      }`);
      await list.locator('[aria-rowindex="50001"] .table-link').waitFor();
      await grid.focus();
      await page.keyboard.press("End");
      await list.locator('[aria-rowindex="100001"] .table-link').waitFor();
      const drawn = await list.getByRole("row").count();

      expect(drawn).toBeLessThan(60);
      expect(milliseconds).toBeLessThan(50);
      await page.context().close();
    },
    LIMIT_MS,
  );
});

const STEPS = 40;

/**
 * Returns a function that returns how long the page has worked so far, milliseconds of processor time: other processes may use the
 * processor, so that the time of a clock says little.
 */
async function processorTimeOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * metrics.find(({ name }) => name === "TaskDuration")!.value;
  };
}
