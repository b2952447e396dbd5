import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configFrom } from "../../../src/config/config.js";
import { emptyTimeline } from "../../../src/domain/analysis/timeline.js";
import { openServer, type RunningServer } from "../../../src/server/server.js";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { offline } from "../../application/offline.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { inProcessReaders } from "../../fakes/in-process-readers.js";
import {
  barriersIn,
  describeInBrowser,
  fitsItsWindow,
  openBrowser,
  visit,
  waitInPage,
  type Browser,
  type Visit,
} from "../browser.js";

const demo = new URL("../../../src/demo/library/", import.meta.url);
const FILES = ["Overtone - Slow Waltz.ogg", "Overtone - Four on the Floor.mp3"];

describeInBrowser("The player", () => {
  let data: string;
  let server: RunningServer;
  let browser: Browser;

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), "overtone-player-"));
    const files = await Promise.all(FILES.map((name) => readFile(new URL(name, demo))));
    const folder = await musicFolder(
      Object.fromEntries(files.map((bytes, place) => [FILES[place]!, bytes])),
    );
    const settings = { ...offline, DATA_DIR: data, PORT: "0", LOG_LEVEL: "error" };
    const values = { beats: Array.from({ length: 40 }, (_, beat) => beat / 2), loudness: -8 };
    server = await openServer(configFrom({ ...settings, LIBRARY_DIRS: folder }), {
      analyzer: new FakeAnalyzer(values, emptyTimeline),
      ...inProcessReaders(),
    });
    await server.services.library.scanAll();
    await server.services.libraryAnalysis.finish(new AbortController().signal);
    await server.services.access.issue({ name: "player", scopes: ["read"] });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    await removeMusicFolders();
    await rm(data, { recursive: true, force: true });
  });

  async function open(options: Parameters<typeof visit>[2] = {}): Promise<Visit> {
    const link = await server.services.sessions.issueLink(["read"]);
    const visited = await visit(browser, `${server.url}/#session=${link}`, options);
    await visited.page.goto(`${server.url}/#/library?sort=trackName`);
    return visited;
  }

  it("plays a row, and stays while its reader looks at other views", async () => {
    const { page, complaints } = await open();
    const player = page.getByRole("region", { name: "Player" });

    await page.getByRole("button", { name: "Play Four on the Floor" }).click();
    await player.getByText("0:01").waitFor();
    await page.getByRole("link", { name: "Map", exact: true }).click();
    await player.getByText("0:02").waitFor();

    expect(await player.getByRole("link").textContent()).toBe("Four on the Floor");
    expect(await player.getByRole("button", { name: /^Load the file/ }).count()).toBe(0);
    expect(await player.getByRole("button", { name: "Queue, 1 to come" }).count()).toBe(1);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("begins the next row once, loaded and held, for the end of a track, and goes on to it", async () => {
    const { page, complaints } = await open();
    const player = page.getByRole("region", { name: "Player" });
    await page.evaluate(NOTE_BEGINNINGS);

    await page.getByRole("button", { name: "Play Four on the Floor" }).click();
    await player.getByText("0:01").waitFor();
    await player.getByRole("slider", { name: "Position in the track" }).fill("18");
    await player.getByRole("link", { name: "Slow Waltz" }).waitFor();
    await player.getByText("0:01").waitFor();
    const begun = await page.evaluate<readonly object[]>("begun");

    // Twice the first one, since its reader went elsewhere in it.
    expect(begun.map((one) => Reflect.get(one, "audio"))).toEqual([0, 0, 1]);
    expect(begun.at(-1)).toEqual({ audio: 1, isLoaded: true, isHeld: true });
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("goes back in a track whose next one is held already, and begins that at its beginning later", async () => {
    const { page, complaints } = await open();
    const player = page.getByRole("region", { name: "Player" });
    const position = player.getByRole("slider", { name: "Position in the track" });
    await page.evaluate(NOTE_BEGINNINGS);

    await page.getByRole("button", { name: "Play Four on the Floor" }).click();
    await player.getByText("0:01").waitFor();
    await page.evaluate(`globalThis.onHold = () => {
      const slider = document.querySelector(".player-wave input");
      slider.value = "15";
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    }`);
    await position.fill("18");
    await waitInPage(page, "globalThis.onHold === null");
    await player.getByText("0:16").waitFor();
    const after = await page.evaluate("sounding.currentTime > 10");
    await player.getByRole("link", { name: "Slow Waltz" }).waitFor();
    await player.getByText("0:01").waitFor();

    expect(after).toBe(true);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("plays without Web Audio where its browser has none, one track after the other", async () => {
    const { page, complaints } = await open();
    const player = page.getByRole("region", { name: "Player" });
    await page.evaluate(NOTE_BEGINNINGS);
    await page.evaluate("delete globalThis.AudioWorkletNode");

    await page.getByRole("button", { name: "Play Four on the Floor" }).click();
    await player.getByText("0:01").waitFor();
    await player.getByRole("slider", { name: "Position in the track" }).fill("18");
    await player.getByRole("link", { name: "Slow Waltz" }).waitFor();
    await player.getByText("0:01").waitFor();

    expect(await page.evaluate("begun.at(-1)")).toEqual({
      ...{ audio: 1, isLoaded: true, isHeld: false },
    });
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("jumps by beats, pauses and goes to the next track by keys", async () => {
    const { page, complaints } = await open();
    const player = page.getByRole("region", { name: "Player" });
    const position = player.getByRole("slider", { name: "Position in the track" });

    await page.getByRole("button", { name: "Play Four on the Floor" }).click();
    // The beats are known then, too.
    await position.and(page.locator(":enabled")).waitFor();
    await player.getByRole("button", { name: "Pause" }).focus();
    await page.keyboard.press("k");
    await player.getByRole("button", { name: "Play", exact: true }).waitFor();
    const before = Number(await position.inputValue());
    await player.getByLabel("Length of a jump").selectOption("16");
    await player.getByRole("button", { name: "Play", exact: true }).focus();
    await page.keyboard.press("l");
    await player.getByText(`0:0${String(before + 8)}`).waitFor();
    await page.keyboard.press("Shift+N");

    await player.getByRole("link", { name: "Slow Waltz" }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("turns a loud track down to the reference, unless its reader does not want it", async () => {
    const { page } = await open();
    const player = page.getByRole("region", { name: "Player" });
    await page.evaluate(NOTE_BEGINNINGS);
    const volume = (): Promise<number> => page.evaluate("sounding.volume");

    await page.getByRole("button", { name: "Play Four on the Floor" }).click();
    await player.getByText("0:01").waitFor();
    const levelled = await volume();
    await player.getByRole("button", { name: "Level" }).click();
    await waitInPage(page, "sounding.volume === 1");

    // 10 LU louder than the reference.
    expect(levelled).toBeCloseTo(10 ** (-10 / 20));
    await page.context().close();
  });

  it("has a queue that rows are put into, moved in and taken out of, and ends when it is closed", async () => {
    const { page, complaints } = await open();
    const player = page.getByRole("region", { name: "Player" });

    await page.getByRole("grid").focus();
    await page.keyboard.press("q");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("q");
    await player.getByRole("button", { name: "Queue, 1 to come" }).click();
    const entries = player.getByRole("list", { name: "Queue" }).getByRole("listitem");
    await player.getByRole("button", { name: "Play Slow Waltz earlier" }).click();
    await entries.first().getByText("Slow Waltz").waitFor();
    await player.getByRole("button", { name: "Take Slow Waltz out of the queue" }).click();
    await entries.nth(1).waitFor({ state: "detached" });
    await player.getByRole("button", { name: "Close the player" }).click();
    await player.waitFor({ state: "detached" });

    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("tells the system what is played, for its media keys", async () => {
    const { page } = await open();

    await page.getByRole("button", { name: "Play Four on the Floor" }).click();
    await waitInPage(page, `navigator.mediaSession.playbackState === "playing"`);

    expect(
      await page.evaluate(
        "[navigator.mediaSession.metadata.title, navigator.mediaSession.metadata.artist]",
      ),
    ).toEqual(["Four on the Floor", "Overtone"]);
    await page.context().close();
  });

  it.each(["light", "dark"] as const)(
    "has no barriers by WCAG 2.2 AA in %s colours, on a phone or wide",
    async (colorScheme) => {
      const { page } = await open({ colorScheme });

      await page.getByRole("button", { name: "Play Four on the Floor" }).click();
      await page.getByRole("button", { name: /^Queue/ }).click();
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await fitsItsWindow(page);
        expect([width, await barriersIn(page)]).toEqual([width, []]);
      }
      await page.context().close();
    },
  );
});

/**
 * Notes the sound that began last, and of each beginning which audio element it is of those that began, whether it was loaded, and
 * whether it is held until another one ends. Calls `onHold`, once, after one was held.
 */
const NOTE_BEGINNINGS = `{
  globalThis.begun = [];
  globalThis.onHold = undefined;
  const audios = [];
  let isHeld = false;
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (message, ...rest) {
    isHeld = message?.kind === "hold";
    return postMessage.call(this, message, ...rest);
  };
  globalThis.Audio = class extends Audio {
    play() {
      globalThis.sounding = this;
      if (!audios.includes(this)) audios.push(this);
      begun.push({ audio: audios.indexOf(this), isLoaded: this.readyState >= this.HAVE_FUTURE_DATA, isHeld });
      if (isHeld && globalThis.onHold) {
        setTimeout(globalThis.onHold);
        globalThis.onHold = null;
      }
      return super.play();
    }
  };
}`;
