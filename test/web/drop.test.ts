import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { WorkerAnalyzer } from "../../src/adapters/analyzer/worker-analyzer.js";
import { configFrom } from "../../src/config/config.js";
import { openServer, type RunningServer } from "../../src/server/server.js";
import { builtAnalysisThread } from "../adapters/threads/built-threads.js";
import { offline } from "../application/offline.js";
import { inProcessReaders } from "../fakes/in-process-readers.js";
import { wavBytes } from "../signals/encoded/wav-bytes.js";
import {
  barriersIn,
  describeInBrowser,
  openBrowser,
  visit,
  type Browser,
  type Page,
} from "./browser.js";

const libraryUrl = new URL("../../src/demo/library/", import.meta.url);
const pieceFile = (name: string): string => fileURLToPath(new URL(name, libraryUrl));

interface DemoPiece {
  readonly file: string;
  readonly trackKey: string;
}

/** Generous, because other processes may use the processor; nothing waits for it where all is well. */
const LIMIT_MS = 300_000;

describeInBrowser("A file that is dropped on the page", () => {
  let folder: string;
  let server: RunningServer;
  let browser: Browser;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-drop-"));
    const settings = { DATA_DIR: join(folder, "server"), PORT: "0", LOG_LEVEL: "error" };
    server = await openServer(configFrom({ ...offline, ...settings, ANALYSIS_WAIT_MS: "100000" }), {
      analyzer: new WorkerAnalyzer({ concurrency: 1, workerUrl: builtAnalysisThread }),
      ...inProcessReaders(),
    });
    await server.services.library.scanAll();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Drags files over the page and releases them, by the browser's own tools. */
  async function drag(page: Page, files: readonly string[]): Promise<void> {
    const session = await page.context().newCDPSession(page);
    const data = { items: [], files: [...files], dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver"] as const) {
      await session.send("Input.dispatchDragEvent", { type, x: 300, y: 300, data });
    }
    await page.locator(".drop-over").waitFor();
    await session.send("Input.dispatchDragEvent", { type: "drop", x: 300, y: 300, data });
  }

  it(
    "is analysed wherever it is dropped, under a name in any script, beside files that are none",
    async () => {
      const files = [
        "東京の夜 – 山田.ogg",
        "فيروز - شط إسكندرية.ogg",
        "<img src=x onerror=alert(1)>.txt",
      ];
      const paths = files.map((name) => join(folder, "dropped", name));
      await mkdir(join(folder, "dropped"));
      for (const path of paths.slice(0, 2)) {
        await copyFile(pieceFile("Overtone - Slow Waltz.ogg"), path);
      }
      await writeFile(paths[2]!, "no music ".repeat(99));
      const { page, complaints } = await visit(browser, `${server.url}/#/developers`);

      await drag(page, paths);
      await page.getByText("2 of 3 files analysed").waitFor({ timeout: LIMIT_MS });
      await page.getByText("This is not audio that the page knows.").waitFor();
      const names = await page.locator(".table-title").allTextContents();

      expect(new URL(page.url()).hash).toBe("#/");
      expect([...names].sort()).toEqual(
        ["山田東京の夜", "شط إسكندريةفيروز", "<img src=x onerror=alert(1)>"].sort(),
      );
      expect(await page.locator(".table img").count()).toBe(0);
      expect(await barriersIn(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    LIMIT_MS,
  );

  it(
    "is one of several in a table, which are analysed side by side, ordered, played and saved as CSV",
    async () => {
      const { page } = await visit(browser, server.url);
      await page.addInitScript(
        `Object.defineProperty(navigator, "hardwareConcurrency", { value: 3 })`,
      );
      await page.reload();
      let [atOnce, most] = [0, 0];
      page.on("worker", (worker) => {
        atOnce += 1;
        most = Math.max(most, atOnce);
        worker.on("close", () => (atOnce -= 1));
      });
      const requests: string[] = [];
      page.on("request", (request) => requests.push(request.url()));
      const names = ["Overtone - Slow Waltz.ogg", "Overtone - Four on the Floor.mp3"];
      const others = ["Pavel Orlík - Carousel.ogg", "Os Telhados - Fim de Tarde.ogg"];
      const titles = page.locator(".table-title button");
      const album = join(folder, "album", "disc 1");
      await mkdir(album, { recursive: true });
      for (const name of others) await copyFile(pieceFile(name), join(album, name));
      await writeFile(join(album, "cover.jpg"), "no audio");

      await drag(page, [...names.map(pieceFile), join(folder, "album")]);
      await page.getByText("4 of 4 files analysed").waitFor({ timeout: LIMIT_MS });
      // Before that of the player, which may begin while the last of these ends.
      const analysing = most;
      await page.getByRole("button", { name: "Tempo", exact: true }).click();
      const ordered = await titles.allTextContents();
      const downloading = page.waitForEvent("download");
      await page.getByRole("button", { name: "Save all as CSV" }).click();
      const csv = await readFile(await (await downloading).path(), "utf8");
      await page.getByRole("button", { name: "Play Slow Waltz" }).click();
      await page.locator(".player").getByText("0:25").waitFor();
      await page.locator(".player").getByText("0:01").waitFor();

      expect(analysing).toBe(3);
      expect(ordered).toEqual(["Slow Waltz", "Fim de Tarde", "Four on the Floor", "Carousel"]);
      expect(csv.split("\r\n")[0]).toMatch(/^file,artist,trackName,tempo,key,/);
      expect(csv.split("\r\n")[0]).toMatch(/,mode,loudness,loudnessRange,truePeak,tuning,failure$/);
      expect(csv).toContain("Overtone - Slow Waltz.ogg,Overtone,Slow Waltz,89.98,10B,");
      expect(csv.trim().split("\r\n")).toHaveLength(5);
      expect(requests.filter((url) => url.includes("/api/audio"))).toEqual([]);
      await page.context().close();
    },
    LIMIT_MS,
  );

  it(
    "is chosen with the folder that it is in, without dragging, beside files that are no audio",
    async () => {
      const { page, complaints } = await visit(browser, server.url);
      const chosen = join(folder, "chosen");
      await mkdir(join(chosen, "disc 1"), { recursive: true });
      await copyFile(pieceFile("Overtone - Slow Waltz.ogg"), join(chosen, "disc 1", "One.ogg"));
      await writeFile(join(chosen, "disc 1", "Two.wav"), "no audio");
      await writeFile(join(chosen, "cover.jpg"), "no audio");

      await page.getByLabel("Choose a folder").setInputFiles(chosen);
      await page.getByText("1 of 2 files analysed").waitFor({ timeout: LIMIT_MS });
      await page.getByText("This is not audio that the page knows.").waitFor();
      const downloading = page.waitForEvent("download");
      await page.getByRole("button", { name: "Save all as CSV" }).click();
      const csv = await readFile(await (await downloading).path(), "utf8");

      expect(
        csv
          .split("\r\n")
          .slice(1, 3)
          .map((line) => line.split(",")[0])
          .sort(),
      ).toEqual(["One.ogg", "Two.wav"]);
      expect(csv).toMatch(/^Two\.wav,.*,AUDIO_UNDECODABLE$/m);
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    LIMIT_MS,
  );

  it(
    "is analysed without a network once the engine is loaded, and nothing is sent",
    async () => {
      const { page, complaints } = await visit(browser, server.url);

      await drag(page, [pieceFile("Overtone - Slow Waltz.ogg")]);
      await page.locator("[data-field=tempo]").waitFor({ timeout: LIMIT_MS });
      await page.locator(".track-wave, .playback-bar").first().waitFor();
      // Loaded with the results, so that a reader may ask later.
      await page.getByRole("button", { name: "What of the library sounds like it?" }).waitFor();
      await page.context().setOffline(true);
      const requests: string[] = [];
      page.on("request", (request) => requests.push(`${request.method()} ${request.url()}`));
      await page.getByRole("button", { name: "Remove Overtone - Slow Waltz.ogg" }).click();
      await drag(page, [pieceFile("Pavel Orlík - Carousel.ogg")]);
      await page.locator("[data-field=tempo]").waitFor({ timeout: LIMIT_MS });

      expect(
        // Nor is what the page plays of its own memory.
        requests.filter((request) => !/^GET (?:blob:|.*\/assets\/)/.test(request)),
      ).toEqual([]);
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    LIMIT_MS,
  );

  it(
    "shows what of the library sounds like it once that is asked for, by what was measured and not by the audio",
    async () => {
      const { access, sessions } = server.services;
      // A link makes a session of a key that has its scopes.
      const { token } = await access.issue({ name: "likes", scopes: ["read", "write", "admin"] });
      const link = await sessions.issueLink(["read"]);
      const { page, complaints } = await visit(browser, `${server.url}/#session=${link}`);
      await page.getByRole("button", { name: "Sign out" }).waitFor();
      await page.goto(`${server.url}/#/`);
      const manifest = await readFile(new URL("manifest.json", libraryUrl), "utf8");
      const pieces = JSON.parse(manifest) as readonly DemoPiece[];
      // Enough of the library to compare with.
      await answersOf(pieces.slice(0, 3), `${server.url}/graphql`, token);
      const listed = async () => {
        const headers = { authorization: `Bearer ${token}` };
        return (await fetch(`${server.url}/api/audio/tracks?limit=100`, { headers })).text();
      };
      const before = await listed();

      await drag(page, [pieceFile("Overtone - Slow Waltz.ogg")]);
      const ask = page.getByRole("button", { name: "What of the library sounds like it?" });
      await ask.waitFor({ timeout: LIMIT_MS });
      const sent: string[] = [];
      page.on("request", (request) => sent.push(request.postData() ?? ""));
      await ask.click();
      const table = page.getByRole("grid", { name: /Of the library, sounds like/ });
      await page.getByText(/Of the library, sounds like/).waitFor();
      await table.getByRole("row").nth(2).waitFor();
      const first = await table.getByRole("row").nth(1).textContent();

      expect(first).toContain("Slow Waltz");
      expect(first).toContain("100% alike");
      // A hundredth of the file.
      expect(Math.max(...sent.map((body) => body.length))).toBeLessThan(3_000);
      expect(await listed()).toBe(before);
      expect(await barriersIn(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    LIMIT_MS,
  );

  it(
    "is decoded by the browser where our decoders have none for its format",
    async () => {
      const { page, complaints } = await visit(browser, server.url);
      const file = "tones-aac.m4a";

      await drag(page, [
        fileURLToPath(new URL(`../recordings/audio/ffmpeg/${file}`, import.meta.url)),
      ]);
      await page.locator("[data-field]").first().waitFor({ timeout: LIMIT_MS });
      const card = page.getByRole("article", { name: file });
      await card.getByText("Waveform", { exact: true }).waitFor();

      expect(await card.textContent()).toContain("0:02, analysed in");
      expect(await page.getByRole("alert").count()).toBe(0);
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    LIMIT_MS,
  );

  it(
    "is refused by its header where it is longer than three hours, and the next one is analysed",
    async () => {
      const { page, complaints } = await visit(browser, server.url);
      const tooLong = page.locator(".drop-card", { hasText: "mix.wav" });
      const inTable = page.getByRole("row", { name: "mix" });
      await page.locator(".drop-zone").waitFor();

      await dropWav(page, "mix.wav", 3 * 3_600 + 1);
      await tooLong.getByText("The recording is longer than 3 hours").waitFor();
      await page.getByRole("combobox", { name: "Language" }).selectOption("de");
      await tooLong.getByText("Die Aufnahme ist länger als 3 Stunden").waitFor();
      await dropWav(page, "short.wav", 5);
      await page.getByText("1 von 2 Dateien analysiert").waitFor({ timeout: LIMIT_MS });

      expect(await inTable.textContent()).toContain("länger als 3 Stunden");
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    LIMIT_MS,
  );

  it(
    "has the values that the server answers for it, field for field, in every piece of the demo library",
    async () => {
      const manifest = await readFile(new URL("manifest.json", libraryUrl), "utf8");
      const pieces = JSON.parse(manifest) as readonly DemoPiece[];
      const { token } = await server.services.access.issue({ name: "drop", scopes: ["read"] });
      const { page } = await visit(browser, server.url);

      await drag(
        page,
        pieces.map(({ file }) => pieceFile(file)),
      );
      const answered = await answersOf(pieces, `${server.url}/graphql`, token);
      const all = String(pieces.length);
      await page.getByText(`${all} of ${all} files analysed`).waitFor({ timeout: LIMIT_MS });
      const shown: (readonly [string, object])[] = [];
      for (const { file } of pieces) shown.push([file, await valuesOf(page, file)]);

      expect(pieces.length).toBeGreaterThan(10);
      expect(answered).toMatchObject(Object.fromEntries(shown));
      for (const [, fields] of shown) expect(Object.keys(fields).length).toBeGreaterThan(10);
      await page.context().close();
    },
    LIMIT_MS,
  );
});

/** Opens a dropped file of the table, and returns its values by their fields. */
async function valuesOf(page: Page, file: string): Promise<object> {
  const title = file.replace(/^.* - /, "").replace(/\.[^.]+$/, "");
  await page.getByRole("button", { name: title, exact: true }).click();
  const card = page.getByRole("article", { name: file });
  await card.locator("[data-field]").first().waitFor();
  return card.evaluate((element) =>
    Object.fromEntries(
      [...element.querySelectorAll("[data-field]")].map((tile) => [
        tile.getAttribute("data-field"),
        JSON.parse(tile.getAttribute("data-value") ?? "null") as unknown,
      ]),
    ),
  );
}

/** Drops a silent WAV file of 8 kHz and 8 bits, which the page makes of one piece again and again. */
function dropWav(page: Page, name: string, seconds: number): Promise<void> {
  const sampleRate = 8_000;
  const lies = { dataBytes: sampleRate * seconds };
  const head = wavBytes({ channels: [new Float32Array()], sampleRate, encoding: "u8", lies });
  // In text, since it runs in the page, whose types tests do not have.
  return page.evaluate(`{
    const header = new Uint8Array(${JSON.stringify([...head])});
    const minute = new Blob([new Uint8Array(60 * ${sampleRate}).fill(128)]);
    const samples = new Array(${Math.floor(seconds / 60)}).fill(minute);
    const rest = minute.slice(0, ${seconds % 60} * ${sampleRate});
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([header, ...samples, rest], ${JSON.stringify(name)}));
    for (const type of ["dragenter", "dragover", "drop"]) {
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true }));
    }
  }`);
}

/** Returns the estimates of the pieces as a server answers them, by file and field. */
async function answersOf(
  pieces: readonly DemoPiece[],
  url: string,
  token: string,
): Promise<object> {
  const answers: Record<string, object> = {};
  for (const { file, trackKey } of pieces) {
    const query = `{ analysis(trackKey: "${trackKey}") { ... on TrackAnalysis { details { field value confidence method } } } }`;
    const response = await fetch(url, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ query }),
    });
    const { data } = (await response.json()) as {
      data: { analysis: { details: { field: string }[] } };
    };
    answers[file] = Object.fromEntries(
      data.analysis.details.map(({ field, ...estimate }) => [field, estimate]),
    );
  }
  return answers;
}
