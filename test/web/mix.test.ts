import { readFile } from "node:fs/promises";
import { trackKeyFrom } from "../../src/domain/track/track-key.js";
import { removeMusicFolders } from "../adapters/library/music-folder.js";
import type { Measurements } from "../fakes/measured-audio.js";
import {
  barriersIn,
  fitsItsWindow,
  describeInBrowser,
  openBrowser,
  type Browser,
  type Locator,
  type Page,
} from "./browser.js";
import { openMeasuredLibrary, type MeasuredLibrary } from "./measured-library.js";
import { waitUntil } from "../wait-until.js";

/** The tonics of minor keys a fifth apart. */
const tonics = [9, 4, 11, 6, 1, 8, 3, 10, 5, 0, 7, 2];

const stepTo = (step: number): Measurements => ({
  tempo: 90 + 4 * step,
  key: tonics[step % tonics.length]!,
  mode: step % 5 === 4 ? 1 : 0,
  energy: (step + 1) / 14,
  danceability: 0.5,
  valence: (step + 2) / 16,
  arousal: (step + 1) / 15,
  loudness: -12,
  happy: step / 12,
  sad: 1 - step / 12,
  relaxed: 0.4,
  aggressive: 0.2,
});

const titles = ["First", "<b>Bold</b> & plain", "上を向いて歩こう", "Four", "Five", "Six"];
titles.push("Seven", "Eight", "Nine", "Ten", "Eleven", "Last");

const pieces = titles.map((title, step) => ({
  ...{ artist: "Ann", title, values: stepTo(step) },
  tags: { TCON: step < 6 ? "Early" : "Late" },
}));

describeInBrowser("The view Mix", () => {
  let library: MeasuredLibrary;
  let browser: Browser;

  beforeAll(async () => {
    library = await openMeasuredLibrary(pieces);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await library.close();
    await removeMusicFolders();
  });

  const stepsIn = (page: Page): Locator =>
    page.getByRole("list", { name: "The mix" }).locator("> li");

  /** Finds the mix of five tracks from the first piece to the last. */
  async function findMix(page: Page): Promise<void> {
    const [from, to] = ["From", "To"].map((name) => page.getByRole("group", { name }));
    await from!.getByLabel("Track").selectOption({ label: "First – Ann" });
    await to!.getByLabel("Track").selectOption({ label: "Last – Ann" });
    await page.getByLabel("Number of tracks").selectOption("5");
    await page.getByText("5 tracks").waitFor();
  }

  const titlesIn = (page: Page): Promise<string[]> =>
    stepsIn(page).locator(".mix-track .part-link").allTextContents();

  it("leads from the first to the second of two tracks that are selected in a table", async () => {
    const { page, complaints } = await library.open(browser, "library?sort=tempo");
    const set = page.getByRole("link", { name: "A set of 20 between the two" });

    await page.getByRole("checkbox", { name: "Select Ten" }).check();
    const ofOne = await set.count();
    await page.getByRole("checkbox", { name: "Select First" }).check();
    await set.click();
    await stepsIn(page).nth(2).waitFor();
    const mixed = await titlesIn(page);

    expect(ofOne).toBe(0);
    expect([mixed[0], mixed.at(-1)]).toEqual(["First", "Ten"]);
    expect(await page.getByLabel("Number of tracks").inputValue()).toBe("20");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("says before each track what changes, as the server does, also after a change of the order", async () => {
    const { page, complaints } = await library.open(browser, "mix");
    await findMix(page);
    const query = `query ($from: TrackKey!, $to: TrackKey!) {
      mixPath(from: $from, to: $to, length: 5) {
        steps { track { trackName } transition { keyRelation tempoChangePercent } }
      }
    }`;
    const { mixPath } = (await library.ask(query, {
      from: trackKeyFrom("Ann", "First"),
      to: trackKeyFrom("Ann", "Last"),
    })) as {
      mixPath: {
        steps: {
          track: { trackName: string };
          transition: { keyRelation: keyof typeof relations; tempoChangePercent: number } | null;
        }[];
      };
    };

    const shown = await stepsIn(page).locator(".mix-transition").allTextContents();
    const expected = mixPath.steps.flatMap(({ transition }) => (transition ? [transition] : []));
    await page.getByRole("button", { name: "Move Last up" }).click();
    await page.getByText("Last is now 4 of 5.").waitFor();
    const focused = await page.evaluate("document.activeElement.getAttribute('aria-label')");

    expect(await titlesIn(page)).not.toEqual(mixPath.steps.map(({ track }) => track.trackName));
    expect(shown.map((text) => text.split(" · ")[0])).toEqual(
      expected.map(({ keyRelation }) => relations[keyRelation]),
    );
    expect(shown.map((text) => Number(/[+-]?[\d.]+/.exec(text)?.[0]))).toEqual(
      expected.map(({ tempoChangePercent }) => Number(tempoChangePercent.toFixed(1))),
    );
    expect(focused).toBe("Move Last up");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("takes another order by dragging, and goes back to the one that was found", async () => {
    const { page } = await library.open(browser, "mix");
    await findMix(page);
    const found = await titlesIn(page);

    await dragBehind(stepsIn(page).first(), stepsIn(page).nth(2), page);
    await page.getByText("First is now 3 of 5.").waitFor();
    const dragged = await titlesIn(page);
    await page.getByRole("button", { name: "Put back as found" }).click();
    await page.getByText("The mix is as it was found.").waitFor();

    expect(dragged).toEqual([found[1], found[2], "First", found[3], "Last"]);
    expect(await titlesIn(page)).toEqual(found);
    await page.context().close();
  });

  it("offers tracks that sound like the neighbours of a step, and takes a step out", async () => {
    const { page } = await library.open(browser, "mix");
    await findMix(page);
    const found = await titlesIn(page);

    await page.getByRole("button", { name: `Replace ${found[2]!}` }).click();
    const others = page.getByRole("list", { name: `In place of ${found[2]!}` });
    await others.getByRole("button").first().waitFor();
    const offered = await others.locator("strong").allTextContents();
    await others.getByRole("button").first().press("Enter");
    await page.getByText(`${offered[0]!} takes the place of ${found[2]!}.`).waitFor();
    const replaced = await titlesIn(page);
    await page.getByRole("button", { name: `Remove ${found[1]!}` }).click();
    await page.getByText(`${found[1]!} is taken out.`).waitFor();

    expect(offered.filter((title) => found.includes(title))).toEqual([]);
    expect(replaced).toEqual(found.with(2, offered[0]!));
    expect(await titlesIn(page)).toEqual(replaced.toSpliced(1, 1));
    await page.context().close();
  });

  it("says which bound no mix meets, and how near it comes", async () => {
    const { page, complaints } = await library.open(browser, "mix");
    await findMix(page);
    const steps = page.getByLabel("Largest change of tempo in a step");

    await steps.selectOption({ label: "2%" });
    const notice = page.getByText("in each step; the smallest maximum found is");
    await notice.waitFor();
    const said = await notice.textContent();
    const tracks = await titlesIn(page);
    await steps.selectOption({ label: "Any" });
    await notice.waitFor({ state: "detached" });

    // From 90 to 134 in four steps, which are of at least 10.5 %.
    expect(Number(/found is ([\d.]+)%/.exec(said ?? "")?.[1])).toBeGreaterThan(10.4);
    expect(said).toContain("This is the nearest mix.");
    expect([tracks[0], tracks.at(-1)]).toEqual(["First", "Last"]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("goes through tracks that meet conditions of any kind, which its address has", async () => {
    const { page } = await library.open(browser, "mix");
    await findMix(page);
    const isWithin = async (allowed: readonly string[]): Promise<boolean> => {
      const between = (await titlesIn(page)).slice(1, -1);
      return between.length === 3 && between.every((title) => allowed.includes(title));
    };

    await page.evaluate("location.hash += '&tempo.gte=94&tempo.lte=110'");
    await page.getByText("Only tracks that… (1)").click();
    await waitUntil(() => isWithin(titles.slice(1, 6)));
    await page.getByLabel("Tempo to").fill("");
    await page.getByLabel("Tempo from").fill("");
    await page.getByRole("combobox", { name: "Genre", exact: true }).selectOption("Late");
    await waitUntil(() => isWithin(titles.slice(6, 11)));
    await page.reload();
    await page.getByText("Only tracks that… (1)").waitFor();

    expect(await page.getByRole("combobox", { name: "Genre", exact: true }).inputValue()).toBe(
      "Late",
    );
    await waitUntil(() => isWithin(titles.slice(6, 11)));
    await page.context().close();
  });

  it("keeps a locked step where it is when the others are found again", async () => {
    const { page } = await library.open(browser, "mix");
    await findMix(page);
    const found = await titlesIn(page);
    await page.getByRole("button", { name: `Replace ${found[2]!}` }).click();
    const others = page.getByRole("list", { name: `In place of ${found[2]!}` });
    await others.getByRole("button").first().waitFor();
    const offered = (await others.locator("strong").allTextContents())[0]!;
    await others.getByRole("button").first().click();

    await page.getByRole("button", { name: `Lock ${offered}` }).click();
    await page.getByText(`${offered} is locked.`).waitFor();
    await page.getByRole("button", { name: `Remove ${found[1]!}` }).click();
    await page.getByRole("button", { name: `Move ${offered} down` }).click();
    await page.getByRole("button", { name: "Find the others again" }).click();
    await page.waitForURL((url) => !url.hash.includes("tracks="));
    await page.locator("[aria-busy=false] .mix-step").nth(4).waitFor();
    await page.getByRole("button", { name: `Lock ${offered}`, pressed: true }).waitFor();
    const again = await titlesIn(page);

    expect([again[0], again[2], again.at(-1)]).toEqual(["First", offered, "Last"]);
    expect(new Set(again).size).toBe(5);
    await page.context().close();
  });

  it("is played as it is seen, from its beginning or from any of its tracks on", async () => {
    const { page } = await library.open(browser, "mix");
    await findMix(page);
    const player = page.getByRole("region", { name: "Player" });
    const entries = player.getByRole("list", { name: "Queue" }).locator(".player-entry");
    const queued = async (): Promise<readonly string[]> =>
      (await entries.allTextContents()).map((text) => text.replace(/ Ann$/, ""));

    await page.getByRole("button", { name: "Play the mix" }).click();
    await player.getByRole("button", { name: /^Queue/ }).click();
    await entries.nth(4).waitFor();
    const whole = await queued();
    await page.getByRole("button", { name: `Remove ${whole[1]!}` }).click();
    await page.getByRole("button", { name: `Play from ${whole[3]!} on` }).click();
    await entries.nth(4).waitFor({ state: "detached" });

    expect(whole).toHaveLength(5);
    expect(await queued()).toEqual(whole.toSpliced(1, 1));
    expect(await titlesIn(page)).toEqual(whole.toSpliced(1, 1));
    await page.context().close();
  });

  it("draws its course and its path, which are also said", async () => {
    const { page } = await library.open(browser, "mix");
    await findMix(page);

    const course = page.getByRole("img", { name: /^Tempo: 90, .*134\. Key: 8A, .* Energy: 7%, / });
    await course.waitFor();
    await page.getByLabel("Across").selectOption({ label: "Tempo" });
    const path = page.getByRole("img", { name: /^Tempo, Arousal: 90 BPM, 7%; / });
    await path.waitFor();

    await path.locator("circle").nth(4).waitFor();

    expect(await course.locator("circle").count()).toBe(15);
    expect(await path.locator("circle").count()).toBe(5);
    // The other tracks of the library are drawn behind the path.
    expect(await page.locator("canvas.mix-library").count()).toBe(1);
    await page.context().close();
  });

  it("is saved as a playlist of files in the order that the reader has given it", async () => {
    const { page } = await library.open(browser, "mix", { acceptDownloads: true });
    await findMix(page);
    await page.getByRole("button", { name: "Move First down" }).click();
    await page.getByText("First is now 2 of 5.").waitFor();

    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "M3U8" }).click();
    const file = await (await download).path();
    await page.getByText("mix.m3u8 is saved.").waitFor();
    const names = (await readFile(file, "utf8")).match(/^#EXTINF:.*$/gm) ?? [];

    expect(names.map((line) => line.split(" - ")[1])).toEqual(await titlesIn(page));
    await page.context().close();
  });

  it("is kept as a playlist of what is seen, in its order, which can be opened", async () => {
    const { page } = await library.open(browser, "mix");
    await findMix(page);
    const found = await titlesIn(page);

    await page.getByRole("button", { name: `Remove ${found[1]!}` }).click();
    await page.getByRole("button", { name: "Move First down" }).click();
    await page.getByText("First is now 2 of 4.").waitFor();
    const seen = await titlesIn(page);
    await page.getByLabel("Name of the playlist").fill("夜 & <i>day</i>");
    await page.getByRole("button", { name: "Keep the playlist" }).click();
    await page.getByText("“夜 & <i>day</i>” is kept, with 4 tracks.").waitFor();
    await page.getByRole("link", { name: "Open it" }).click();
    await page.getByRole("heading", { name: "夜 & <i>day</i>", level: 1 }).waitFor();
    await page.locator(".table-link").nth(3).waitFor();

    expect(await page.locator(".table-link").allTextContents()).toEqual(seen);
    await page.context().close();
  });

  it("says to a reader who may not write that the playlist cannot be kept", async () => {
    const { page } = await library.open(browser, "mix", { scopes: ["read"] });
    await findMix(page);

    await page.getByLabel("Name of the playlist").fill("Calm");
    await page.getByRole("button", { name: "Keep the playlist" }).click();

    await page.getByText("save the tracks as a file instead").waitFor();
    await page.context().close();
  });

  it.each(["light", "dark"] as const)(
    "has no barriers by WCAG 2.2 AA in %s colours, on a phone or wide",
    async (colorScheme) => {
      const { page } = await library.open(browser, "mix", { colorScheme });
      await findMix(page);
      await page.getByRole("button", { name: "Replace Last" }).click();
      const others = page.getByRole("list", { name: "In place of Last" });
      await others.getByRole("button").first().waitFor();

      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await fitsItsWindow(page);
        expect([width, await barriersIn(page)]).toEqual([width, []]);
      }
      await page.context().close();
    },
  );
});

const relations = {
  SAME: "same key",
  RELATIVE: "relative key",
  PARALLEL: "parallel key",
  FIFTH_UP: "a fifth up",
  FIFTH_DOWN: "a fifth down",
  DISTANT: "distant key",
  UNKNOWN: "key unknown",
};

/** Drags a row by its handle, with the mouse, to the lower half of another. */
async function dragBehind(row: Locator, other: Locator, page: Page): Promise<void> {
  await row.scrollIntoViewIfNeeded();
  const handle = (await row.locator(".mix-handle").boundingBox())!;
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await page.mouse.down();
  const target = (await other.boundingBox())!;
  await page.mouse.move(handle.x, target.y + target.height - 3, { steps: 4 });
  await page.mouse.up();
}
