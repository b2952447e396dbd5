import { trackKeyFrom } from "../../src/domain/track/track-key.js";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { WorkerAnalyzer } from "../../src/adapters/analyzer/worker-analyzer.js";
import { configFrom } from "../../src/config/config.js";
import { openServer, type RunningServer } from "../../src/server/server.js";
import { builtAnalysisThread } from "../adapters/threads/built-threads.js";
import { offline } from "../application/offline.js";
import { inProcessReaders } from "../fakes/in-process-readers.js";
import {
  barriersIn,
  fitsItsWindow,
  describeInBrowser,
  openBrowser,
  visit,
  type Browser,
  type Page,
} from "./browser.js";

const fileOfPiece = (name: string): string =>
  fileURLToPath(new URL(`../../src/demo/library/${name}`, import.meta.url));

const waltz = { file: fileOfPiece("Overtone - Slow Waltz.ogg"), trackKey: "7f13f1f9a12d9aee" };

interface ShownEstimate {
  readonly value: number | null;
  readonly confidence: number;
  readonly method: string;
}

describeInBrowser("The page in a browser", () => {
  let data: string;
  let server: RunningServer;
  let token: string;
  let browser: Browser;

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), "overtone-page-"));
    server = await openServer(
      configFrom({
        ...offline,
        DATA_DIR: data,
        PORT: "0",
        LOG_LEVEL: "error",
        ANALYSIS_WAIT_MS: "100000",
      }),
      {
        analyzer: new WorkerAnalyzer({ concurrency: 1, workerUrl: builtAnalysisThread }),
        ...inProcessReaders(),
      },
    );
    await server.services.library.scanAll();
    ({ token } = await server.services.access.issue({ name: "page", scopes: ["read", "write"] }));
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    await rm(data, { recursive: true, force: true });
  });

  async function choose(page: Page, file: Parameters<Page["setInputFiles"]>[1]): Promise<void> {
    await page.setInputFiles("input[type=file]", file);
  }

  const fieldsOf = (page: Page): Promise<Readonly<Record<string, ShownEstimate>>> =>
    page.$$eval("[data-field]", (tiles) =>
      Object.fromEntries(
        tiles.map((tile) => [
          tile.getAttribute("data-field"),
          JSON.parse(tile.getAttribute("data-value") ?? "null") as ShownEstimate,
        ]),
      ),
    );

  /** Returns the values of a track as the server answers them. */
  async function answeredOf(trackKey: string): Promise<Readonly<Record<string, ShownEstimate>>> {
    const query = `{ analysis(trackKey: "${trackKey}") { ... on TrackAnalysis { details { field value confidence method } } } }`;
    const response = await fetch(`${server.url}/graphql`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ query }),
    });
    const answer = (await response.json()) as {
      data: { analysis: { details: (ShownEstimate & { field: string })[] } };
    };
    return Object.fromEntries(
      answer.data.analysis.details.map(({ field, value, confidence, method }) => [
        field,
        { value, confidence, method },
      ]),
    );
  }

  it("shows for a file that is dropped what the server answers for it, field for field", async () => {
    const { page, complaints } = await visit(browser, server.url);

    await choose(page, waltz.file);
    await page.waitForSelector("[data-field=tempo]");
    const shown = await fieldsOf(page);
    const answered = await answeredOf(waltz.trackKey);

    expect(Object.keys(shown).length).toBeGreaterThan(15);
    expect(answered).toMatchObject(shown);
    expect(await page.textContent("[data-field=key] .estimate-value")).toBe("D major · 10B");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it.each(["light", "dark"] as const)(
    "has no barriers by WCAG 2.2 AA in %s colours, empty or with results, on a phone or wide",
    async (colorScheme) => {
      const { page } = await visit(browser, server.url, { colorScheme });

      const empty = await barriersIn(page);
      await choose(page, waltz.file);
      await page.waitForSelector("[data-field=tempo]");
      const wide = await barriersIn(page);
      await fitsItsWindow(page);
      await page.setViewportSize({ width: 390, height: 844 });
      const narrow = await barriersIn(page);
      await fitsItsWindow(page);

      expect([empty, wide, narrow]).toEqual([[], [], []]);
      await page.context().close();
    },
  );

  it("says what is wrong with files that it cannot analyse, one after another", async () => {
    const { page, complaints } = await visit(browser, server.url);
    const truncated = readFileSync(fileOfPiece("Dusty Fader - Sunday Stairs.flac"));
    const mimeType = "audio/flac";

    await choose(page, [
      { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no music ".repeat(99)) },
      { name: "half.flac", mimeType, buffer: truncated.subarray(0, truncated.length / 2) },
      { name: "song.m4a", mimeType, buffer: Buffer.from("\0\0\0\x20ftypM4A \0\0\0\0") },
      { name: "<b>empty</b>.mp3", mimeType, buffer: Buffer.alloc(0) },
    ]);
    const ended = page.getByRole("button", { name: /^Remove (?!all)/ });
    await ended.nth(3).waitFor();
    const texts = await page.$$eval(".table-row", (rows) =>
      rows.map((row) => [
        row.querySelector(".table-title")?.textContent ?? "",
        row.querySelector(".drop-state")?.textContent ?? "",
      ]),
    );

    expect(Object.fromEntries(texts)).toEqual({
      notes: expect.stringMatching("not audio"),
      half: expect.stringMatching("ends too early"),
      song: expect.stringMatching("convert it"),
      "<b>empty</b>": expect.stringMatching("is empty"),
    });
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("asks for a key that may write where the reader keeps a file, and then keeps it", async () => {
    const { page } = await visit(browser, server.url);
    const key = trackKeyFrom("Ann Uploader", "My Song");

    await choose(page, {
      name: "Ann Uploader - My Song.ogg",
      mimeType: "audio/ogg",
      buffer: readFileSync(waltz.file),
    });
    await page.getByRole("button", { name: "Sign in to keep it" }).click();
    await page.getByLabel("Paste your API key").fill(token);
    await page.getByRole("button", { name: "Use this key" }).click();
    await page.getByText("Signed in, to read and change").waitFor();
    await page.getByRole("button", { name: "Keep it" }).click();
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    await page.getByText("knows the track").waitFor();
    const link = page.getByRole("link", { name: "See it, and what of the library sounds like it" });
    const address = await link.getAttribute("href");
    // It has the audio of another file, so that it is another name of one recording.
    const stored = await fetch(`${server.url}/api/audio/analysis/${key}`, {
      headers: { authorization: `Bearer ${token}` },
    });

    expect(await stored.text()).toContain('"Ann Uploader"');
    expect(address).toMatch(/^#\/track\/rec:[0-9a-f]{16}$/);
    await page.context().close();
  });

  it("is used with the keyboard, and in German", async () => {
    const { page } = await visit(browser, server.url, { locale: "de-AT" });
    const focused = (): Promise<string> => page.evaluate("document.activeElement.textContent");

    // Its texts are no part of the first load.
    await page.getByRole("link", { name: "Zum Inhalt springen" }).waitFor({ state: "attached" });
    await page.keyboard.press("Tab");
    const first = await focused();
    await page.keyboard.press("Enter");
    const afterSkip = await page.evaluate("document.activeElement.id");
    const language = await page.getAttribute("html", "lang");
    await page.getByRole("combobox", { name: "Sprache" }).focus();
    await page.keyboard.press("e");
    await page.getByRole("heading", { name: "What does it sound like?" }).waitFor();
    await page.reload();

    expect([first, afterSkip, language]).toEqual(["Zum Inhalt springen", "main", "de"]);
    expect(await page.getAttribute("html", "lang")).toBe("en");
    await page.context().close();
  });
});
