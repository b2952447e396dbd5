import { trackKeyFrom } from "../../src/domain/track/track-key.js";
import { removeMusicFolders } from "../adapters/library/music-folder.js";
import { barriersIn, describeInBrowser, openBrowser, type Browser } from "./browser.js";
import { openMeasuredLibrary, type MeasuredLibrary } from "./measured-library.js";

const values = { tempo: 100, energy: 0.5, durationSeconds: 60 };
const inFile = { artist: "Ann", title: "In a file", values };
const uploaded = { artist: "Bea", title: "Uploaded", values: { ...values, tempo: 90 } };

/** What a browser says where a player asks for the audio of a track that no file holds. */
const NO_AUDIO = /^Failed to load resource: .* 404 /;

describeInBrowser("What takes a track out of the lists", () => {
  let library: MeasuredLibrary;
  let browser: Browser;
  let recordingId: string;

  beforeAll(async () => {
    library = await openMeasuredLibrary([inFile]);
    browser = await openBrowser();
  });
  beforeEach(async () => {
    recordingId = await library.upload(uploaded);
  });
  afterAll(async () => {
    await browser.close();
    await library.close();
    await removeMusicFolders();
  });

  it("forgets an upload, shows it among what is gone, and brings it back", async () => {
    const { page, complaints } = await library.open(browser, "filters");
    const view = (name: string) => page.goto(`${library.url}/#/${name}`);
    await page.getByText("2 of 2 tracks").waitFor();

    await view(`track/${recordingId}`);
    await page.getByRole("button", { name: "Forget this track" }).click();
    await page.getByText(/^It is gone since .*no list, map or export has it/).waitFor();
    const barriers = await barriersIn(page);
    await view("filters");
    await page.getByText("1 of 1 tracks").waitFor();
    await view("library");
    await page.getByText("1 track", { exact: true }).waitFor();
    const hidden = await page.getByRole("link", { name: uploaded.title }).count();
    await page.getByText("More about the track and its file").click();
    await page.getByLabel("Shown").selectOption({ label: "what is gone" });
    await page.getByRole("link", { name: uploaded.title }).click();
    await page.getByRole("button", { name: "Bring it back" }).click();
    await page.getByRole("button", { name: "Forget this track" }).waitFor();
    const stillGone = await page.getByText(/^It is gone since/).count();
    await view("filters");
    await page.getByText("2 of 2 tracks").waitFor();

    expect([hidden, stillGone]).toEqual([0, 0]);
    expect(barriers).toEqual([]);
    expect(complaints.filter((text) => !NO_AUDIO.test(text))).toEqual([]);
    await page.context().close();
  });

  it("removes what was measured of an upload, which is asked twice", async () => {
    const { page, complaints } = await library.open(browser, `track/${recordingId}`);
    await page.getByRole("button", { name: "Forget this track" }).click();

    await page.getByRole("button", { name: "Remove what was measured" }).click();
    await page.getByText("This cannot be undone.").waitFor();
    await page.getByRole("button", { name: "Keep it" }).click();
    await page.getByRole("button", { name: "Remove what was measured" }).click();
    await page.getByRole("button", { name: "Remove it now" }).click();
    await page.getByText("This track is not known here.").waitFor();

    const { recording } = await library.ask("query ($id: ID!) { recording(id: $id) { id } }", {
      id: recordingId,
    });
    expect(recording).toBeNull();
    expect(complaints.filter((text) => !NO_AUDIO.test(text))).toEqual([]);
    await page.context().close();
  });

  it("leaves the others of a part of the map that is listed after it", async () => {
    const { page } = await library.open(browser, "map?x=ENERGY&y=TEMPO");
    await page.getByRole("application").waitFor();
    const { forgetTrack } = await library.ask(
      "mutation ($by: TrackRef!) { forgetTrack(by: $by, keep: false) { recordingId } }",
      { by: { id: recordingId } },
    );

    await page.goto(`${library.url}/#/map?x=ENERGY&y=TEMPO&select=0,1,0,1`);
    await page.getByText("2 tracks are selected").waitFor();
    await page.getByRole("link", { name: inFile.title }).waitFor();

    expect(forgetTrack).toEqual({ recordingId });
    expect(await page.getByRole("alert").count()).toBe(0);
    await page.context().close();
  });

  it("says which file holds a track, and lets nobody forget it", async () => {
    const { page } = await library.open(
      browser,
      `track/${trackKeyFrom(inFile.artist, inFile.title)}`,
    );

    await page.getByText(/^A file of your library holds it.*\.aiff$/).waitFor();

    expect(await page.getByRole("button", { name: "Forget this track" }).count()).toBe(0);
    await page.context().close();
  });

  it("is not offered to a reader who may only read", async () => {
    const { page } = await library.open(browser, `track/${recordingId}`, { scopes: ["read"] });

    await page.getByText("How it sounds").waitFor();

    expect(await page.getByRole("heading", { name: "Take it off the lists" }).count()).toBe(0);
    await page.context().close();
  });
});
