import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { configFrom } from "../../src/config/config.js";
import { emptyTimeline } from "../../src/domain/analysis/timeline.js";
import { trackKeyFrom } from "../../src/domain/track/track-key.js";
import { openServer, type RunningServer } from "../../src/server/server.js";
import { WavFile } from "../../src/web/page/waveform/wav-blob.js";
import { WaveformBuilder } from "../../src/web/page/waveform/waveform.js";
import { musicFolder, removeMusicFolders } from "../adapters/library/music-folder.js";
import { offline } from "../application/offline.js";
import { FakeAnalyzer } from "../fakes/fake-analyzer.js";
import { inProcessReaders } from "../fakes/in-process-readers.js";
import {
  barriersIn,
  describeInBrowser,
  openBrowser,
  visit,
  waitInPage,
  type Visit,
  type Browser,
  type Page,
} from "./browser.js";

describe("A waveform", () => {
  it("has the extremes and the root mean square of all channels in each column", () => {
    const builder = new WaveformBuilder(400);

    builder.push([Float32Array.of(0, 0.5, -1), Float32Array.of(0.25, 0, 0)]);
    builder.push([Float32Array.of(0.5), Float32Array.of(0)]);
    const { columnSeconds, minima, maxima, rms } = builder.finish();

    expect(columnSeconds).toBe(1 / 200);
    expect([...minima]).toEqual([0, -1]);
    expect([...maxima]).toEqual([0.5, 0.5]);
    expect(rms[0]).toBeCloseTo(Math.sqrt((0.25 + 0.0625) / 4));
    expect(rms[1]).toBeCloseTo(Math.sqrt((1 + 0.25) / 4));
  });

  it("takes the same memory for a recording of any length", () => {
    const builder = new WaveformBuilder(400, 8);

    for (let block = 0; block < 100; block += 1) {
      builder.push([new Float32Array(400).fill(block === 50 ? 0.5 : 0)]);
    }
    const { columnSeconds, maxima } = builder.finish();

    expect(maxima.length).toBeLessThanOrEqual(8);
    expect(maxima.length * columnSeconds).toBeGreaterThanOrEqual(100);
    expect(maxima.indexOf(0.5)).toBe(Math.floor(50 / columnSeconds));
  });
});

describe("A WAV file of samples", () => {
  it("has the samples in 16 bits, interleaved, behind a header", async () => {
    const file = new WavFile(8000, 2, 1000);

    file.push([Float32Array.of(0, 2), Float32Array.of(-1, 0.5)]);
    const bytes = Buffer.from(await file.finish()!.arrayBuffer());

    expect(bytes.length).toBe(44 + 8);
    expect([bytes.readUInt32LE(4), bytes.readUInt32LE(40)]).toEqual([44, 8]);
    expect([0, 2, 4, 6].map((at) => bytes.readInt16LE(44 + at))).toEqual([0, -32767, 32767, 16384]);
  });

  it("is none where it would be too large", () => {
    const file = new WavFile(8000, 1, 10);

    file.push([new Float32Array(6)]);

    expect(file.finish()).toBeNull();
  });
});

const demo = (name: string): Promise<Buffer> =>
  readFile(new URL(`../../src/demo/library/${name}`, import.meta.url));
const waltz = trackKeyFrom("Overtone", "Slow Waltz");
const garden = trackKeyFrom("Hanna Brook", "Clockwork Garden");
const carousel = trackKeyFrom("Pavel Orlík", "Carousel");
const stairs = trackKeyFrom("Dusty Fader", "Sunday Stairs");

describeInBrowser("The waveform of a track", () => {
  let data: string;
  let server: RunningServer;
  let browser: Browser;

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), "overtone-waveform-"));
    const whole = await demo("Dusty Fader - Sunday Stairs.flac");
    const folder = await musicFolder({
      "waltz.ogg": await demo("Overtone - Slow Waltz.ogg"),
      "carousel.ogg": await demo("Pavel Orlík - Carousel.ogg"),
      "garden.aiff": await demo("Hanna Brook - Clockwork Garden.aiff"),
      "half.flac": whole.subarray(0, whole.length / 2),
    });
    const settings = { ...offline, DATA_DIR: data, PORT: "0", LOG_LEVEL: "error" };
    const beats = Array.from({ length: 32 }, (_, beat) => (beat * 2) / 3);
    server = await openServer(configFrom({ ...settings, LIBRARY_DIRS: folder }), {
      analyzer: new FakeAnalyzer(
        { tempo: 90, beats },
        {
          ...emptyTimeline,
          loudnessCurve: { hopSeconds: 1, values: Array.from({ length: 21 }, () => -14) },
        },
      ),
      ...inProcessReaders(),
    });
    await server.services.library.scanAll();
    await server.services.access.issue({ name: "waveform", scopes: ["read"] });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    await removeMusicFolders();
    await rm(data, { recursive: true, force: true });
  });

  /** Opens a track as a reader who is signed in. */
  async function open(
    trackKey: string,
    prepare?: (page: Page) => Promise<unknown>,
  ): Promise<Visit> {
    const link = await server.services.sessions.issueLink(["read"]);
    const visited = await visit(browser, `${server.url}/#session=${link}`);
    await prepare?.(visited.page);
    await visited.page.goto(`${server.url}/#/track/${trackKey}`);
    return visited;
  }

  /** Returns how many pixels of the waveform are drawn; read from a copy, since the browser warns of repeated reading. */
  const drawnPixels = (page: Page): Promise<number> =>
    page.evaluate(`{
      const drawn = document.querySelector("canvas.wave-lane");
      const copy = new OffscreenCanvas(drawn.width, drawn.height).getContext("2d", { willReadFrequently: true });
      copy.drawImage(drawn, 0, 0);
      const { data } = copy.getImageData(0, 0, drawn.width, drawn.height);
      data.filter((value, at) => at % 4 === 3 && value > 0).length;
    }`);

  it("is drawn in place of the loudness, and zoomed with an overview that moves it", async () => {
    const { page, complaints } = await open(waltz);
    const scrolled = (): Promise<number> =>
      page.$eval(".track-timeline", ({ scrollLeft }) => scrollLeft);

    await page.locator("canvas.wave-lane").waitFor();
    const whole = await drawnPixels(page);
    const areas = await page.locator(".track-area").count();
    for (let step = 0; step < 3; step += 1) {
      await page.getByRole("button", { name: "Zoom in" }).click({ force: true });
    }
    const overview = page.locator(".wave-overview");
    await overview.waitFor();
    const { width, height } = (await overview.boundingBox())!;
    await overview.click({ position: { x: width * 0.75, y: height / 2 } });
    await waitInPage(page, `document.querySelector(".track-timeline").scrollLeft > 0`);
    const zoomed = await drawnPixels(page);
    const barriers = await barriersIn(page);

    expect(whole).toBeGreaterThan(1000);
    expect(areas).toBe(0);
    expect(zoomed).toBeGreaterThan(1000);
    expect(await scrolled()).toBeGreaterThan(width);
    expect(barriers).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("waits for the answer of a slow server, and does not ask again for each analysis that is ready", async () => {
    const asked: string[] = [];
    const { page, complaints } = await open(carousel, async (opened) => {
      opened.on("request", (request) => {
        if (request.method() === "POST") asked.push(request.postData() ?? "");
      });
      await opened.route("**/graphql", async (route) => {
        // The analysis is ready long before.
        await sleep(500);
        await route.continue();
      });
    });

    await page.locator("canvas.wave-lane").waitFor();
    const countOf = (operation: string): number =>
      asked.filter((body) => body.includes(operation)).length;

    expect(countOf("query TrackPage(")).toBe(2);
    expect(countOf("subscription TrackProgress(")).toBe(1);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("comes with playback of a format that the browser lacks", async () => {
    const { page, complaints } = await open(garden);

    await page.locator(".playback-bar").getByRole("button", { name: "Play" }).click();
    await page.locator(".playback-bar").getByText("0:01").waitFor();
    await page.locator("canvas.wave-lane").waitFor();

    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("is not drawn for a damaged file, and the page says why", async () => {
    const { page } = await open(stairs);

    await page.getByText("The waveform cannot be drawn. The file ends too early.").waitFor();

    expect(await page.locator("canvas").count()).toBe(0);
    await page.context().close();
  });

  it("is drawn only at a click where the reader saves data", async () => {
    const { page } = await open(waltz, (opened) =>
      opened.addInitScript(
        `Object.defineProperty(navigator, "connection", { value: { saveData: true } })`,
      ),
    );
    // The script runs in documents that are opened from now on.
    await page.reload();
    const gets: string[] = [];
    page.on("request", (request) => {
      // What the player itself requests is of another type.
      const isFetched = request.resourceType() === "fetch" && request.method() === "GET";
      if (isFetched && request.url().endsWith("/audio")) gets.push(request.url());
    });

    const button = page.getByRole("button", { name: /Load the file and draw its waveform/ });
    await button.waitFor();
    const before = gets.length;
    await button.click();
    await page.locator("canvas.wave-lane").waitFor();

    expect([before, gets.length]).toEqual([0, 1]);
    await page.context().close();
  });

  it("is loaded again at a click where the file could not be loaded", async () => {
    const { page } = await open(waltz, (opened) =>
      opened.route("**/audio", (route) =>
        route.request().method() === "GET" ? route.abort() : route.continue(),
      ),
    );

    await page.getByRole("alert").getByText("cannot be reached").waitFor();
    await page.unroute("**/audio");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator("canvas.wave-lane").waitFor();

    await page.context().close();
  });
});
