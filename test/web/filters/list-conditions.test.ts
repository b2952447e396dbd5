import { removeMusicFolders } from "../../adapters/library/music-folder.js";
import {
  barriersIn,
  describeInBrowser,
  openBrowser,
  waitInPage,
  type Browser,
} from "../browser.js";
import { openMeasuredLibrary, type MeasuredLibrary } from "../measured-library.js";

const pieces = [
  {
    artist: "Ann",
    title: "Low",
    tags: { TCOM: "Clara", TPE2: "Various", TPUB: "Small" },
    values: { tempo: 80, energy: 0.2, durationSeconds: 90, happy: 0.2 },
  },
  {
    artist: "Ann",
    title: "Middle",
    tags: { TCOM: "Clara", TPE2: "Ann", TPUB: "Small" },
    values: { key: 10, mode: 1, tempo: 100, energy: 0.5, durationSeconds: 210, happy: 0.6 },
  },
  {
    artist: "Bob",
    title: "High",
    tags: { TCOM: "Bach", TPE2: "Various", TPUB: "Great" },
    values: { tempo: 120, energy: 0.9, durationSeconds: 360, happy: 0.9 },
  },
];

describeInBrowser("The conditions of the list", () => {
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

  it("are on everything that is known, have an address, and open where they are stated", async () => {
    const { page, complaints } = await library.open(browser, "library");
    const list = page.getByRole("region", { name: "Tracks" });
    const count = (text: string): Promise<void> =>
      list.getByRole("status").getByText(text, { exact: true }).waitFor();
    await count("3 tracks");

    await list.getByText("More about the track and its file").click();
    await list.getByLabel("Composer").fill("clara");
    await count("2 tracks");
    await list.getByLabel("Minutes from").pressSequentially("3.5", { delay: 30 });
    await count("1 track");
    await list.getByRole("link", { name: "Middle" }).waitFor();
    await list.getByLabel("Composer").fill("");
    await count("2 tracks");
    await list.getByRole("combobox", { name: "Label", exact: true }).selectOption("Great");
    await count("1 track");
    await list.getByLabel("Added from").fill("2020-01-31");
    await waitInPage(page, `location.hash.includes("addedAt.gte=2020-01-31")`);
    await count("1 track");
    await list.getByText("Sound", { exact: true }).click();
    await list.getByLabel("Happy (%) from").fill("95");
    await list.getByText("No analysed track fits.").waitFor();
    await list.getByLabel("Happy (%) from").fill("70,5");
    await count("1 track");
    await waitInPage(page, `location.hash.includes("mood.happy.gte=0.705")`);
    await page.reload();
    await count("1 track");

    const fields = [
      ...["Minutes from", "Added from", "Happy (%) from"].map((name) => list.getByLabel(name)),
      list.getByRole("combobox", { name: "Label", exact: true }),
    ];
    const shown = await Promise.all(fields.map((field) => field.inputValue()));
    expect(shown).toEqual(["3.5", "2020-01-31", "70.5", "Great"]);
    expect(await list.getByLabel("Rating from").isVisible()).toBe(false);
    expect(await barriersIn(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("name keys in the language of the reader, several of which are chosen", async () => {
    const { page } = await library.open(browser, "library?keyIn=3A,A%23 major", { locale: "de" });
    const list = page.getByRole("region", { name: "Titel" });
    const key = list.getByRole("combobox", { name: "Tonart", exact: true });
    await list.getByRole("link", { name: "Middle" }).waitFor();

    const named = await key.locator("option:checked").textContent();
    const other = await list
      .getByRole("combobox", { name: "oder Tonart" })
      .first()
      .locator("option:checked")
      .textContent();
    await key.selectOption("");
    await waitInPage(page, `location.hash.endsWith("keyIn=A%23+major")`);

    expect([named, other]).toEqual(["b-Moll", "B-Dur (1)"]);
    await page.context().close();
  });

  it("keep what is typed as long as it is no number yet, and until another list is opened", async () => {
    const { page } = await library.open(browser, "library");
    const list = page.getByRole("region", { name: "Tracks" });
    const tempo = list.getByLabel("Tempo from");
    await list.getByRole("link", { name: "Low" }).waitFor();

    await tempo.pressSequentially("fast", { delay: 30 });
    const typed = await tempo.inputValue();
    const words = await list.getByRole("status").first().textContent();
    await page.evaluate(`location.hash = "#/library?energy.gte=0"`);
    await waitInPage(page, `document.activeElement.value === ""`);
    await tempo.fill("110");
    await list.getByRole("status").getByText("1 track", { exact: true }).waitFor();
    await page.goBack();
    await list.getByRole("status").getByText("3 tracks", { exact: true }).waitFor();

    expect([typed, words]).toEqual(["fast", "3 tracks"]);
    expect(await tempo.inputValue()).toBe("");
    await page.context().close();
  });
});
