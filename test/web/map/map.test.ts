import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configFrom } from "../../../src/config/config.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { openServer, type RunningServer } from "../../../src/server/server.js";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { offline } from "../../application/offline.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { inProcessReaders } from "../../fakes/in-process-readers.js";
import {
  barriersIn,
  fitsItsWindow,
  describeInBrowser,
  openBrowser,
  type Browser,
} from "../browser.js";
import { clickAt, dragOver, openMap } from "./map-visit.js";

const waltzFile = new URL("../../../src/demo/library/Overtone - Slow Waltz.ogg", import.meta.url);
const waltz = trackKeyFrom("Overtone", "Slow Waltz");
const bold = trackKeyFrom("Ann", "<b>Bold</b> & plain");

/** What the software that draws in tests without a graphics processor says of its speed. */
const isOfDriver = (complaint: string): boolean => complaint.includes("GL Driver Message");

describeInBrowser("The map", () => {
  const analyzer = new FakeAnalyzer();
  let data: string;
  let server: RunningServer;
  let token: string;
  let browser: Browser;

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), "overtone-map-"));
    const folder = await musicFolder({
      "waltz.ogg": await readFile(waltzFile),
      "bold.aiff": taggedAiff(
        { TPE1: "Ann", TIT2: "<b>Bold</b> & plain", TCON: "House" },
        undefined,
        1,
      ),
    });
    const settings = { ...offline, DATA_DIR: data, PORT: "0", LOG_LEVEL: "error" };
    server = await openServer(configFrom({ ...settings, LIBRARY_DIRS: folder }), {
      analyzer,
      ...inProcessReaders(),
    });
    await server.services.library.scanAll();
    ({ token } = await server.services.access.issue({ name: "map", scopes: ["read"] }));
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    await removeMusicFolders();
    await rm(data, { recursive: true, force: true });
  });

  const analyse = async (trackKey: string, values: Parameters<FakeAnalyzer["answerWith"]>[0]) => {
    analyzer.answerWith(values);
    const path = `${server.url}/api/audio/analysis/${trackKey}`;
    const response = await fetch(path, { headers: { Authorization: `Bearer ${token}` } });
    expect(response.status).toBe(200);
  };

  it("says what to do where no track is analysed", async () => {
    const { page } = await openMap(browser, server);

    await page.getByText("No track is analysed yet.").waitFor();

    expect(await page.getByRole("link", { name: "See the library" }).count()).toBe(1);
    expect(await barriersIn(page)).toEqual([]);
    await page.context().close();
  });

  describe("of a library", () => {
    beforeAll(async () => {
      const low = { valence: 0.2, arousal: 0.2, energy: 0.2, tempo: 90, key: 2, mode: 1 };
      const soundEmbedding = Array.from({ length: 16 }, (_, index) => index);
      await analyse(waltz, { ...low, soundEmbedding });
      await analyse(bold, {
        ...{ valence: 0.8, arousal: 0.8, energy: 0.9, tempo: null },
        soundEmbedding: soundEmbedding.map((coordinate) => -coordinate),
      });
    });

    it("counts its tracks, and leaves out those without a value of both axes", async () => {
      const { page, complaints } = await openMap(browser, server);

      await page.getByText("2 of 2 analysed tracks are shown.").waitFor();
      await page.getByRole("button", { name: "Tempo and key" }).click();
      await page.getByText("1 of 2 analysed tracks are shown.").waitFor();

      expect(complaints.filter((one) => !isOfDriver(one))).toEqual([]);
      await page.context().close();
    });

    it("shows them by likeness, says what that means, and lists what is selected there", async () => {
      const { page, complaints } = await openMap(browser, server);
      await page.getByText("2 of 2 analysed tracks are shown.").waitFor();

      await page.getByRole("button", { name: "By likeness" }).click();
      await page.getByText("Tracks that sound alike lie close together.").waitFor();
      await page.getByText("2 of 2 analysed tracks are shown.").waitFor();
      const title = await page.title();
      await page.getByRole("button", { name: "List what is shown" }).click();
      await page.getByText("2 tracks are selected.").waitFor();

      expect(title).toContain("By likeness");
      expect(new URL(page.url()).hash).toContain("x=LIKENESS_X&y=LIKENESS_Y");
      expect(await barriersIn(page)).toEqual([]);
      expect(complaints.filter((one) => !isOfDriver(one))).toEqual([]);
      await page.context().close();
    });

    it("lists the tracks of a rectangle that is drawn on it, and all again without", async () => {
      const { page } = await openMap(browser, server);
      await page.getByText("2 of 2 analysed tracks are shown.").waitFor();

      await page.getByRole("button", { name: "Select", exact: true }).click();
      await dragOver(page, [0.6, 0.6], [0.95, 0.95]);
      await page.getByText("1 track is selected.").waitFor();

      const link = page.getByRole("link", { name: "<b>Bold</b> & plain" });
      await link.waitFor();
      expect(await link.getAttribute("href")).toMatch(/^#\/track\/rec:[0-9a-f]{16}$/);
      await page.getByRole("button", { name: "End the selection" }).click();
      await page.getByText("Select a part of the map").waitFor();
      await page.context().close();
    });

    it("is looked at, and selected in, with the keyboard alone", async () => {
      const { page } = await openMap(browser, server);
      await page.getByText("2 of 2 analysed tracks are shown.").waitFor();

      const map = page.getByRole("application");
      await map.focus();
      // As far to the left and down as the map reaches.
      const steps = Array.from({ length: 8 }, () => ["ArrowLeft", "ArrowDown"]).flat();
      for (const key of ["+", "+", ...steps]) await page.keyboard.press(key);
      await page.getByRole("link", { name: "Slow Waltz" }).waitFor();
      await page.getByRole("button", { name: "List what is shown" }).press("Enter");

      await page.getByText("1 track is selected.").waitFor();
      await page.context().close();
    });

    it("is coloured by the genres of its tracks, and by their strongest moods", async () => {
      const { page, complaints } = await openMap(browser, server);
      const legend = page.locator(".map-legend li");

      await page.getByLabel("Colour").selectOption({ label: "Genre" });
      await legend.getByText("House").waitFor();
      const address = page.url();
      await page.getByLabel("Colour").selectOption({ label: "Mood" });
      await legend.getByText("Relaxed").waitFor();

      expect(address).toContain("colour=GENRE");
      expect(await legend.allTextContents()).toEqual([
        ...["Happy", "Sad", "Relaxed", "Aggressive", "others, and unknown"],
      ]);
      expect(complaints.filter((one) => !isOfDriver(one))).toEqual([]);
      await page.context().close();
    });

    it("plays a track that is clicked", async () => {
      const { page } = await openMap(browser, server);
      await page.getByText("2 of 2 analysed tracks are shown.").waitFor();

      await clickAt(page, [0.2, 0.2]);

      const player = page.getByRole("region", { name: "Player" });
      await player.getByRole("link", { name: "Slow Waltz" }).waitFor();
      // Later than it begins, it may have come to its end.
      await player.getByRole("button", { name: /^(Pause|Play)$/ }).waitFor();
      await page.context().close();
    });

    it("decodes nothing for a track that the browser plays itself", async () => {
      const { page } = await openMap(browser, server);
      await page.getByText("2 of 2 analysed tracks are shown.").waitFor();
      const loaded: string[] = [];
      page.on("request", (request) => loaded.push(request.url()));

      await clickAt(page, [0.2, 0.2]);
      await page.getByRole("button", { name: /^(Pause|Play)$/ }).waitFor();

      expect(page.workers()).toEqual([]);
      expect(loaded.filter((url) => url.includes("worker"))).toEqual([]);
      await page.context().close();
    });

    it("shares what it has loaded with the filters, until the library changes", async () => {
      const { page } = await openMap(browser, server);
      const asked: string[] = [];
      page.on("request", (request) => {
        const body = request.postData() ?? "";
        if (body.includes("trackColumns")) asked.push(body);
      });
      await page.getByText("2 of 2 analysed tracks are shown.").waitFor();
      asked.length = 0;

      await page.goto(`${server.url}/#/filters`);
      await page.getByText("2 of 2 tracks").waitFor();
      const added = asked.splice(0);
      await page.goto(`${server.url}/#/map`);
      await page.getByText("2 of 2 analysed tracks are shown.").waitFor();

      expect(added.length).toBeGreaterThan(0);
      expect(added.filter((body) => body.includes("VALENCE"))).toEqual([]);
      expect(asked).toEqual([]);
      await page.context().close();
    });

    it.each(["light", "dark"] as const)("has no barriers in the theme %s", async (colorScheme) => {
      const { page } = await openMap(browser, server, { colorScheme });
      await page.getByText("2 of 2 analysed tracks are shown.").waitFor();
      await page.getByRole("button", { name: "List what is shown" }).click();
      await page.getByRole("link", { name: "Slow Waltz" }).waitFor();

      expect(await barriersIn(page)).toEqual([]);
      await page.context().close();
    });

    it("needs no more width than a phone has", async () => {
      const viewport = { width: 390, height: 844 };
      const { page } = await openMap(browser, server, { viewport });
      await page.getByText("2 of 2 analysed tracks are shown.").waitFor();

      await fitsItsWindow(page);
      await page.context().close();
    });
  });
});
