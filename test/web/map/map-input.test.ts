import { removeMusicFolders } from "../../adapters/library/music-folder.js";
import { waitUntil } from "../../wait-until.js";
import { describeInBrowser, openBrowser, type Visit, type Browser } from "../browser.js";
import { openMeasuredLibrary, type MeasuredLibrary } from "../measured-library.js";
import { clickAt, touch } from "./map-visit.js";

const BOLD = "<b>Bold</b> & plain";

describeInBrowser("A map of two tracks", () => {
  let library: MeasuredLibrary;
  let browser: Browser;

  beforeAll(async () => {
    library = await openMeasuredLibrary([
      { artist: "Overtone", title: "Low", values: { valence: 0.2, arousal: 0.2 } },
      { artist: "Ann", title: BOLD, values: { valence: 0.8, arousal: 0.8 } },
    ]);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await library.close();
    await removeMusicFolders();
  });

  async function open(
    options: Parameters<MeasuredLibrary["open"]>[2] = {},
    from = browser,
  ): Promise<Visit> {
    const visited = await library.open(from, "map", options);
    await visited.page.getByText("2 of 2 analysed tracks are shown.").waitFor();
    return visited;
  }

  it("is selected in with the keyboard, by a rectangle that grows", async () => {
    const { page } = await open();
    const map = page.getByRole("application");

    await map.focus();
    for (const key of ["Right", "Up", "Right", "Up", "Right", "Up"]) {
      await page.keyboard.press(`Shift+Arrow${key}`);
    }
    await page.getByText("1 track is selected.").waitFor();
    await page.getByRole("link", { name: BOLD }).waitFor();
    await map.press("Escape");

    await page.getByText("Select a part of the map").waitFor();
    await page.context().close();
  });

  describe("on a screen that is touched", () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

    it("is enlarged by two fingers, and shown whole again", async () => {
      const { page } = await open(phone);
      const labels = () => page.locator(".map-overlay > text").allTextContents();
      const whole = await labels();

      await touch(page, [
        [
          [0.1, 0.2],
          [0.3, 0.2],
        ],
        [
          [0.05, 0.2],
          [0.6, 0.2],
        ],
        [
          [0.02, 0.2],
          [0.9, 0.2],
        ],
      ]);
      await waitUntil(async () => String(await labels()) !== String(whole));
      await page.getByRole("button", { name: "List what is shown" }).tap();
      await page.getByText("1 track is selected.").waitFor();
      await page.getByRole("link", { name: "Low" }).waitFor();
      await page.getByRole("button", { name: "Whole map" }).tap();

      await waitUntil(async () => String(await labels()) === String(whole));
      await page.context().close();
    });

    it("is selected in by one finger", async () => {
      const { page } = await open(phone);

      await page.getByRole("button", { name: "Select", exact: true }).tap();
      await touch(page, [[[0.6, 0.6]], [[0.7, 0.7]], [[0.95, 0.95]]]);

      await page.getByText("1 track is selected.").waitFor();
      await page.getByRole("link", { name: BOLD }).waitFor();
      await page.context().close();
    });

    it("names a track that is tapped beside it, as far as a finger is wide", async () => {
      const { page } = await open(phone);

      await touch(page, [[[0.27, 0.2]]]);

      await page.getByRole("link", { name: "Low" }).first().waitFor();
      await page.context().close();
    });

    it("names a track that is tapped", async () => {
      const { page } = await open(phone);

      await touch(page, [[[0.2, 0.2]]]);

      await page.getByRole("link", { name: "Low" }).first().waitFor();
      await page.context().close();
    });
  });

  it("is drawn where the browser has no graphics processor", async () => {
    const args = ["--disable-gpu", "--disable-3d-apis"];
    const plain = await openBrowser(args);
    const { page } = await open({}, plain);

    const painted = (): Promise<boolean> => page.evaluate(IS_PAINTED);

    await waitUntil(painted);
    expect(await page.evaluate(HAS_WEBGL)).toBe(false);
    await clickAt(page, [0.2, 0.2]);
    await page.getByRole("link", { name: "Low" }).first().waitFor();
    await plain.close();
  });
});

const HAS_WEBGL = `document.createElement("canvas").getContext("webgl2") !== null`;

/** In text, since it runs in the page, whose types tests do not have. */
const IS_PAINTED = `{
  const canvas = document.querySelector(".map-plot canvas");
  const context = canvas.getContext("2d");
  const pixels = context?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  pixels.some((value) => value > 0);
}`;
