import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configFrom } from "../../src/config/config.js";
import type { Timeline } from "../../src/domain/analysis/timeline.js";
import { AudioUndecodableError } from "../../src/domain/errors/analysis-errors.js";
import { trackKeyFrom } from "../../src/domain/track/track-key.js";
import { openServer, type RunningServer } from "../../src/server/server.js";
import { musicFolder, removeMusicFolders } from "../adapters/library/music-folder.js";
import { taggedAiff } from "../adapters/library/tagged-audio.js";
import { offline } from "../application/offline.js";
import { FakeAnalyzer } from "../fakes/fake-analyzer.js";
import { inProcessReaders } from "../fakes/in-process-readers.js";
import {
  barriersIn,
  fitsItsWindow,
  describeInBrowser,
  openBrowser,
  visit,
  type Visit,
  type Browser,
} from "./browser.js";

const waltzFile = new URL("../../src/demo/library/Overtone - Slow Waltz.ogg", import.meta.url);
const waltz = trackKeyFrom("Overtone", "Slow Waltz");
const bold = trackKeyFrom("Ann", "<b>Bold</b> & plain");

const section = {
  durationSeconds: 15,
  confidence: 1,
  loudness: -12,
  energy: 0.5,
  tempo: 90,
  tempoConfidence: 0.9,
  key: 2,
  keyConfidence: 0.8,
  mode: 1,
  modeConfidence: 0.8,
  timeSignature: 3,
  timeSignatureConfidence: 0.7,
};
const timeline: Timeline = {
  sections: [
    { ...section, startSeconds: 0, label: "A" },
    { ...section, startSeconds: 15, label: "B" },
  ],
  loudnessCurve: { hopSeconds: 1, values: Array.from({ length: 30 }, () => -14) },
  energyCurve: { hopSeconds: 1, values: Array.from({ length: 30 }, () => 0.4) },
  tempoCurve: { hopSeconds: 1, values: Array.from({ length: 30 }, () => 90) },
  tempoStability: 1,
  localKeys: [{ tonic: 2, mode: 1, startSeconds: 0, durationSeconds: 30, confidence: 0.8 }],
};
const values = {
  ...{ tempo: 90, key: 2, mode: 1, timeSignature: 3, energy: 0.4, happy: 0.8, sad: 0.1 },
  beats: Array.from({ length: 45 }, (_, beat) => (beat * 2) / 3),
};

describeInBrowser("The views of the page", () => {
  const analyzer = new FakeAnalyzer(values, timeline);
  let data: string;
  let server: RunningServer;
  let token: string;
  let browser: Browser;

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), "overtone-views-"));
    const folder = await musicFolder({
      "waltz.ogg": await readFile(waltzFile),
      "bold.aiff": taggedAiff({ TPE1: "Ann", TIT2: "<b>Bold</b> & plain" }, undefined, 1),
      "sea.aiff": taggedAiff({ TPE1: "فيروز", TIT2: "شط إسكندرية" }, undefined, 2),
    });
    const settings = { ...offline, DATA_DIR: data, PORT: "0", LOG_LEVEL: "error" };
    server = await openServer(configFrom({ ...settings, LIBRARY_DIRS: folder }), {
      analyzer,
      ...inProcessReaders(),
    });
    await server.services.library.scanAll();
    ({ token } = await server.services.access.issue({ name: "views", scopes: ["read", "write"] }));
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    await removeMusicFolders();
    await rm(data, { recursive: true, force: true });
  });

  /** Opens a view as a reader who is signed in, and may change things. */
  async function open(view: string, options: Parameters<typeof visit>[2] = {}): Promise<Visit> {
    const link = await server.services.sessions.issueLink(["read", "write"]);
    const visited = await visit(browser, `${server.url}/#session=${link}`, options);
    await visited.page.goto(`${server.url}/#/${view}`);
    return visited;
  }

  it("follows an address that changes right after the first rendering", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript(`
      const change = new MutationObserver(() => {
        if (!document.querySelector("nav a[href]")) return;
        change.disconnect();
        location.hash = "#/library";
      });
      change.observe(document, { childList: true, subtree: true });
    `);

    await page.goto(server.url);

    await page.locator('nav a[href="#/library"][aria-current="page"]').waitFor();
    await context.close();
  });

  it("finds a track as one types, analyses it at a click, and is walked through with the arrow keys", async () => {
    const { page, complaints } = await open("search");

    await page.getByLabel("Title").fill("slow walz");
    await page.getByText("1 result").waitFor();
    await page.getByRole("button", { name: "Analyse Slow Waltz" }).click();
    await page.getByText("90 BPM").waitFor();
    await page.getByLabel("Title").press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Slow Waltz", level: 1 }).waitFor();

    expect(new URL(page.url()).hash).toBe(`#/track/${waltz}`);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("says in plain words that nothing was found, and that the server is away", async () => {
    const { page } = await open("search");

    await page.getByLabel("Title").fill("zzzz");
    await page.getByText("Nothing was found.").waitFor();
    await page.route("**/graphql", (route) => route.abort());
    await page.getByLabel("Title").fill("waltz");
    await page.getByRole("alert").getByText("cannot be reached").waitFor();
    await page.unroute("**/graphql");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("1 result").waitFor();

    await page.context().close();
  });

  it("shows names with markup and in Arabic as they are", async () => {
    const { page } = await open(`track/${bold}`);

    const title = page.getByRole("heading", { level: 1 });
    await page.getByText("How it sounds").waitFor();
    const shown = await title.textContent();
    const markup = await title.locator("b").count();
    await page.goto(`${server.url}/#/search`);
    await page.getByLabel("Title").fill("إسكندرية");
    const name = page.getByText("شط إسكندرية");
    const direction = await name.getAttribute("dir");

    expect([shown, markup]).toEqual(["<b>Bold</b> & plain", 0]);
    expect(direction).toBe("auto");
    await page.context().close();
  });

  it("shows a track with its values, and how sure and by which method each is, on focus", async () => {
    const { page, complaints } = await open(`track/${waltz}`);

    const tempo = page.getByRole("group", { name: "Tempo" });
    await tempo.waitFor();
    const shown = await tempo.textContent();
    await tempo.focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    const tip = await page.getByRole("tooltip").first().textContent();

    expect(shown).toContain("90 BPM");
    expect(tip).toMatch(/published method.*Confidence 80\s?%/);
    expect(await page.getByRole("tooltip").first().isVisible()).toBe(true);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("takes a tempo, a first bar and a key as its reader states them, and takes them back", async () => {
    const { page, complaints } = await open(`track/${waltz}`);
    const tempo = page.getByRole("group", { name: "Tempo" });
    const tempoOf = (text: string) => tempo.getByText(text).waitFor();

    await page.getByRole("button", { name: "This is it: 180 BPM" }).click();
    await tempoOf("180 BPM");
    const bar = page.getByRole("slider", { name: "First bar" });
    const before = await bar.getAttribute("aria-valuetext");
    await bar.press("Shift+ArrowRight");
    await bar.press("Enter");
    await page.getByRole("button", { name: "Take back: First beat (seconds)" }).waitFor();
    const place = await bar.boundingBox();
    await page.mouse.move(place!.x + 12, place!.y + 12);
    await page.mouse.down();
    await page.mouse.move(place!.x + 62, place!.y + 12, { steps: 4 });
    await page.mouse.up();
    await page.getByText(/^1[.,]\d+ s$/).waitFor();
    await page.getByLabel("What").selectOption("key");
    await page.locator("select[name=value]").selectOption("8A");
    await page.getByRole("button", { name: "State it" }).click();
    await page.getByRole("group", { name: "Key" }).getByText("A minor").waitFor();
    const barriers = await barriersIn(page);
    for (const name of ["Tempo", "First beat (seconds)", "Key"]) {
      await page.getByRole("button", { name: `Take back: ${name}` }).click();
      await page.getByRole("button", { name: `Take back: ${name}` }).waitFor({ state: "detached" });
    }
    await tempoOf("90 BPM");

    expect(before).toBe("0 s");
    expect(barriers).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("plays the file of a track, with the playhead on its timeline", async () => {
    const { page, complaints } = await open(`track/${waltz}`);

    const bar = page.locator(".playback-bar");
    await bar.getByRole("button", { name: "Play" }).click();
    await bar.getByRole("button", { name: "Pause" }).waitFor();
    await bar.getByText("0:01").waitFor();
    const place = await page.locator(".track-playhead").getAttribute("transform");
    await page.getByRole("button", { name: "Start clicks" }).click();
    await page.getByRole("button", { name: "Stop clicks" }).waitFor();
    await page.getByText("half").click();
    for (let tap = 0; tap < 5; tap += 1) {
      await page.getByRole("button", { name: "Tap along" }).press("Space", { delay: 300 });
    }
    await page.getByText(/You tap \d+ BPM/).waitFor();

    expect(place).toMatch(/^translate\([1-9]/);
    expect(await page.getByRole("radio", { name: /45 BPM/ }).isChecked()).toBe(true);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("names what of the library could not be analysed, and lets it be tried again", async () => {
    analyzer.answerWith(new AudioUndecodableError("The file is damaged."));
    await server.services.libraryAnalysis.finish(new AbortController().signal);
    analyzer.answerWith(values);
    const { page } = await open("library");

    await page.getByText("The file is damaged.").first().waitFor();
    await page
      .getByRole("button", { name: /^Try .* again$/ })
      .first()
      .click();

    await page.getByText("1 will be tried again.").waitFor();
    await page.context().close();
  });

  it("lists the tracks of a genre and of years, with the genres that there are", async () => {
    for (const key of [waltz, bold]) {
      const headers = { Authorization: `Bearer ${token}` };
      await fetch(`${server.url}/api/audio/analysis/${key}`, { headers });
    }
    const { page, complaints } = await open("library");
    const list = page.getByRole("region", { name: "Tracks" });

    await list.getByLabel("Genre").selectOption({ label: "Waltz (1)" });
    await list.getByRole("status").getByText("1 track", { exact: true }).waitFor();
    await list.getByRole("link", { name: "Slow Waltz" }).waitFor();
    await list.getByLabel("Year from").fill("2027");
    await list.getByText("No analysed track fits.").waitFor();
    await list.getByLabel("Year from").fill("2026");

    await list.getByRole("link", { name: "Slow Waltz" }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("leads from an artist and an album of a row to their tracks, at an address", async () => {
    const { page, complaints } = await open("library");
    const list = page.getByRole("region", { name: "Tracks" });
    await list.getByRole("link", { name: "Slow Waltz" }).waitFor();

    await list.getByRole("link", { name: "Tracks of Overtone" }).click();

    await page.waitForURL(/#\/library\/artist\/Overtone$/);
    await list.getByRole("status").getByText("1 track", { exact: true }).waitFor();
    expect(await list.getByLabel("Artist", { exact: true }).inputValue()).toBe("Overtone");
    await list.getByText("More about the track and its file").click();
    await list.getByLabel("Format").selectOption({ label: "Vorbis (1)" });
    await list.getByLabel("Has a file").selectOption({ label: "no" });
    await list.getByText("No analysed track fits.").waitFor();
    await list.getByLabel("Has a file").selectOption({ label: "yes" });
    await list.getByRole("link", { name: "Slow Waltz" }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("copies an example operation as a command", async () => {
    const { page, complaints } = await open("developers", {
      permissions: ["clipboard-read", "clipboard-write"],
    });

    await page.getByText("SearchWithAnalyses", { exact: true }).click();
    await page.getByRole("button", { name: "Copy Command, SearchWithAnalyses" }).click();
    await page.getByText("Copied").waitFor();

    expect(await page.evaluate("navigator.clipboard.readText()")).toMatch(
      /^curl .*Four on the Floor.*\/graphql$/,
    );
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it.each(["light", "dark"] as const)(
    "has no barriers by WCAG 2.2 AA in %s colours, on a phone or wide",
    async (colorScheme) => {
      const { page } = await open("search", { colorScheme });

      for (const view of ["search", `track/${waltz}`, "library", "developers"]) {
        await page.goto(`${server.url}/#/${view}`);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await page.waitForLoadState("networkidle");
        for (const width of [1280, 390]) {
          await page.setViewportSize({ width, height: 844 });
          await fitsItsWindow(page);
          expect([view, await barriersIn(page)]).toEqual([view, []]);
        }
      }
      await page.context().close();
    },
  );

  it("finds the tracks from one to another, and says why it finds none", async () => {
    for (const key of [waltz, bold]) {
      const headers = { Authorization: `Bearer ${token}` };
      await fetch(`${server.url}/api/audio/analysis/${key}`, { headers });
    }
    const { page, complaints } = await open("mix");
    const [from, to] = ["From", "To"].map((name) => page.getByRole("group", { name }));
    const steps = page.getByRole("list", { name: "The mix" }).getByRole("listitem");

    await page.getByText("Choose the first and the last track.").waitFor();
    await from!
      .getByLabel("Track")
      .selectOption({ label: "Slow Waltz – Overtone – Overtone Demo" });
    await to!.getByLabel("Words").fill("waltz");
    await to!.getByLabel("Track").selectOption({ label: "Slow Waltz – Overtone – Overtone Demo" });
    await page.getByText("Choose two different tracks.").waitFor();
    await to!.getByLabel("Words").fill("bold");
    await to!.getByLabel("Track").selectOption({ label: "<b>Bold</b> & plain – Ann" });
    await steps.last().getByText("<b>Bold</b> & plain").waitFor();
    const barriers = await barriersIn(page);
    const shown = await steps.allTextContents();
    await page.route("**/graphql", (route) => route.abort());
    await page.getByLabel("Number of tracks").selectOption("3");
    await page.getByRole("alert").getByText("cannot be reached").waitFor();

    expect(shown[0]).toContain("Slow Waltz");
    expect(shown.at(-1)).toMatch(/same key.*Bold/);
    expect(barriers).toEqual([]);
    expect(complaints.filter((text) => !text.includes("ERR_FAILED"))).toEqual([]);
    await page.context().close();
  });
});
