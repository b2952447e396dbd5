import { removeMusicFolders } from "../adapters/library/music-folder.js";
import {
  barriersIn,
  describeInBrowser,
  fitsItsWindow,
  openBrowser,
  waitInPage,
  type Browser,
  type Page,
} from "./browser.js";
import { openMeasuredLibrary, type MeasuredLibrary } from "./measured-library.js";

const TITLES = ["Ash", "Birch", "Cedar", "Elm", "Fir"];

const pieces = TITLES.map((title, place) => ({
  artist: `Artist ${String(place)}`,
  title,
  tags: { TCON: place % 2 === 0 ? "Tango" : "Waltz" },
  values: { tempo: 80 + 10 * place, energy: place / 10 },
}));

describeInBrowser("Playlists in the page", () => {
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

  const titlesIn = (page: Page): Promise<string[]> => page.locator(".table-link").allTextContents();

  /** Waits until a table has tracks in an order. */
  const waitForTitles = (page: Page, titles: readonly string[]): Promise<void> =>
    waitInPage(
      page,
      `[...document.querySelectorAll(".table-link")].map((one) => one.textContent).join() === ${JSON.stringify(titles.join())}`,
    );

  const select = async (page: Page, ...titles: readonly string[]): Promise<void> => {
    for (const title of titles) {
      await page.getByRole("checkbox", { name: `Select ${title}` }).check();
    }
  };

  /** Keeps tracks as a new playlist from the list of the library, and opens it. */
  async function keep(page: Page, name: string, titles: readonly string[]): Promise<void> {
    await select(page, ...titles);
    await page.getByRole("button", { name: "Add to a playlist" }).click();
    await page.getByRole("toolbar").getByLabel("Name of the playlist").fill(name);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    const count = titles.length === 1 ? "1 track is" : `${String(titles.length)} tracks are`;
    await page.getByText(`${count} added to “${name}”`).waitFor();
    await page.getByRole("link", { name: "Playlists", exact: true }).click();
    await page.getByRole("link", { name, exact: true }).click();
    await page.getByRole("heading", { name, level: 1 }).waitFor();
    await waitForTitles(page, titles);
  }

  it("are kept of selected tracks, and are listed with what they have", async () => {
    const { page, complaints } = await library.open(browser, "library?sort=trackName");

    await keep(page, "Trees", ["Ash", "Cedar", "Elm"]);
    const title = await page.title();
    await page.getByRole("link", { name: "Playlists", exact: true }).first().click();
    await page.getByText("Tracks · 3 tracks").waitFor();

    expect(title).toBe("Trees – Playlist – Overtone");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("are changed in their order, and each change can be undone", async () => {
    const { page, complaints } = await library.open(browser, "library?sort=trackName");
    await keep(page, "Order", ["Ash", "Birch", "Cedar"]);

    await select(page, "Cedar");
    await page.getByRole("button", { name: "Move up" }).click();
    await waitForTitles(page, ["Ash", "Cedar", "Birch"]);
    await page.getByRole("button", { name: "Move up" }).click();
    await waitForTitles(page, ["Cedar", "Ash", "Birch"]);
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await waitForTitles(page, ["Ash", "Birch"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await waitForTitles(page, ["Cedar", "Ash", "Birch"]);

    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("are changed by dragging a row to its place", async () => {
    const { page } = await library.open(browser, "library?sort=trackName");
    await keep(page, "Dragged", ["Ash", "Birch", "Cedar"]);

    await page.locator(".table-row").nth(2).dragTo(page.locator(".table-row").first());

    await waitForTitles(page, ["Cedar", "Ash", "Birch"]);
    await page.context().close();
  });

  it("take tracks that are dragged to one from any list", async () => {
    const { page } = await library.open(browser, "library?sort=trackName");
    await keep(page, "Target", ["Ash"]);
    await page.getByRole("link", { name: "Library", exact: true }).click();
    await page.getByRole("link", { name: "Fir" }).waitFor();

    await page.locator(".table-row", { hasText: "Fir" }).hover();
    await page.mouse.down();
    await page.mouse.move(20, 20, { steps: 4 });
    await page.getByRole("list", { name: "Drop tracks on a playlist" }).getByText("Target").hover();
    await page.mouse.up();
    await page.getByText("1 track is added to “Target”").waitFor();
    await page.getByRole("link", { name: "Playlists", exact: true }).click();
    await page.getByRole("link", { name: "Target", exact: true }).click();

    await waitForTitles(page, ["Ash", "Fir"]);
    await page.context().close();
  });

  it("take a track from its own view", async () => {
    const { page } = await library.open(browser, "library?sort=trackName");
    await page.getByRole("link", { name: "Birch", exact: true }).click();
    await page.getByRole("button", { name: "Add to a playlist" }).click();
    await page.getByLabel("Name of the playlist").fill("Of one");
    await page.getByRole("button", { name: "Add", exact: true }).click();

    await page.getByText("1 track is added to “Of one”").waitFor();
    await page.getByRole("link", { name: "Playlists", exact: true }).click();
    await page.getByRole("link", { name: "Of one", exact: true }).click();
    await waitForTitles(page, ["Birch"]);
    await page.context().close();
  });

  it("have notes of their rows, and take another track in the place of one", async () => {
    const { page, complaints } = await library.open(browser, "library?sort=trackName");
    await keep(page, "Noted", ["Ash", "Birch", "Cedar"]);

    await select(page, "Birch");
    await page.getByRole("button", { name: "Edit the note" }).click();
    await page.getByLabel("Note of “Birch”").fill("Fade in <late>");
    await page.getByRole("button", { name: "Save", exact: true }).nth(0).click();
    await page.locator(".table-row", { hasText: "Fade in <late>" }).getByText("Birch").waitFor();
    await page.getByLabel("Note of “Birch”").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Replace", exact: true }).click();
    const field = page.getByLabel("Put in the place of “Birch”");
    await field.and(page.locator(":focus")).waitFor();
    await field.fill("nothing like it");
    await page.getByText("The library has no track with these words.").waitFor();
    await field.fill("Fir");
    await page.getByRole("button", { name: /^Fir · Artist 4/ }).click();
    await waitForTitles(page, ["Ash", "Fir", "Cedar"]);
    await page.locator(".table-row", { hasText: "Fade in <late>" }).getByText("Fir").waitFor();
    const focused = await page.evaluate("document.activeElement.getAttribute('role')");
    await page.getByRole("button", { name: "Undo" }).click();
    await waitForTitles(page, ["Ash", "Birch", "Cedar"]);

    expect(focused).toBe("grid");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("forget that a row was selected which they have no more", async () => {
    const { page } = await library.open(browser, "library?sort=trackName");
    await keep(page, "Less", ["Ash", "Birch", "Cedar"]);

    await select(page, "Cedar");
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await waitForTitles(page, ["Ash", "Birch"]);

    await page.getByRole("button", { name: "Remove", exact: true }).waitFor({ state: "detached" });
    await select(page, "Birch");
    await page.getByText("1 track is selected").first().waitFor();
    await page.context().close();
  });

  it("get another name and a note, are duplicated, deleted and brought back", async () => {
    const { page, complaints } = await library.open(browser, "library?sort=trackName");
    await keep(page, "Old name", ["Elm"]);

    await page.getByText("Name and note").click();
    await page.getByLabel("Name of the playlist").fill("New <name>");
    await page.getByLabel("Note", { exact: true }).fill("For the evening");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("heading", { name: "New <name>", level: 1 }).waitFor();
    await page.getByText("For the evening").waitFor();
    await page.getByRole("link", { name: "Playlists", exact: true }).first().click();
    await page.getByRole("button", { name: "Duplicate New <name>" }).click();
    await page.getByRole("button", { name: "Delete New <name>", exact: true }).click();
    await page.getByText("“New <name>” is deleted.").waitFor();
    await page
      .getByRole("link", { name: "New <name>", exact: true })
      .waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("link", { name: "New <name>", exact: true }).waitFor();

    expect(await page.getByRole("link", { name: /^New <name>/ }).count()).toBe(2);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("say where another change came between, which an undo leaves alone", async () => {
    const { page } = await library.open(browser, "library?sort=trackName");
    await keep(page, "Shared", ["Ash", "Birch"]);
    const other = await library.open(browser, "playlists");
    await other.page.getByRole("link", { name: "Shared", exact: true }).click();
    await waitForTitles(other.page, ["Ash", "Birch"]);
    await select(other.page, "Ash");
    await other.page.getByRole("button", { name: "Remove", exact: true }).click();
    await waitForTitles(other.page, ["Birch"]);

    await select(page, "Birch");
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByRole("alert").waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await waitForTitles(page, ["Birch"]);
    await page.getByRole("alert").waitFor({ state: "detached" });
    await other.page.getByText("Name and note").click();
    await other.page.getByLabel("Name of the playlist").fill("Shared by two");
    await other.page.getByRole("button", { name: "Save", exact: true }).click();
    await other.page.getByRole("heading", { name: "Shared by two", level: 1 }).waitFor();
    const answered = page.waitForResponse(
      (response) => response.request().postData()?.includes("undoPlaylist") ?? false,
    );
    await page.getByRole("button", { name: "Undo" }).click();
    expect(await (await answered).text()).toContain("PLAYLIST_CHANGED");
    await page.getByRole("alert").waitFor();
    await page.getByRole("button", { name: "Try again" }).click();

    await page.getByRole("heading", { name: "Shared by two", level: 1 }).waitFor();
    await page.context().close();
    await other.page.context().close();
  });

  it("say why a deleted one cannot be brought back", async () => {
    const { page } = await library.open(browser, "library?sort=trackName");
    await keep(page, "Twice", ["Ash"]);
    const other = await library.open(browser, "library?sort=trackName");
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("“Twice” is deleted.").waitFor();
    await keep(other.page, "Twice", ["Fir"]);

    await page.getByRole("button", { name: "Undo" }).click();

    await page.getByRole("alert").getByText(/name/).waitFor();
    expect(await page.getByText("“Twice” is deleted.").count()).toBe(1);
    await other.page.getByRole("button", { name: "Delete", exact: true }).click();
    await other.page.getByText("“Twice” is deleted.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await waitForTitles(page, ["Ash"]);
    await page.context().close();
    await other.page.context().close();
  });

  it("of conditions say these, are kept as they are found, and are given back to them", async () => {
    const { page, complaints } = await library.open(browser, "filters?tempo.gte=100");

    await page.getByLabel("Name of the playlist").fill("Fast");
    await page.getByRole("button", { name: "Keep the playlist" }).click();
    await page.getByText("“Fast” is kept.").waitFor();
    await page.getByRole("link", { name: "Open it" }).click();
    await page.locator("code", { hasText: "tempo.gte=100" }).waitFor();
    await page.locator(".table-link").nth(2).waitFor();
    await page.getByRole("button", { name: "Keep these tracks" }).click();
    await page.getByText("Recipe, kept as it was found").waitFor();
    await page.getByRole("button", { name: "Find tracks anew" }).click();
    await page.getByText("Recipe · at most 50 tracks").waitFor();

    expect((await titlesIn(page)).toSorted()).toEqual(["Cedar", "Elm", "Fir"]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("of conditions get others by the controls of the library's list, and keep what these have no control for", async () => {
    const { savePlaylist } = (await library.ask(
      `mutation ($input: SavePlaylistInput!) { savePlaylist(input: $input) { id } }`,
      {
        input: {
          name: "Quick",
          note: "For Friday",
          length: 7,
          orderBy: { field: "TEMPO", direction: "DESC" },
          filter: {
            tempo: { gte: 99.7 },
            artist: ["Artist 2", "Artist 3", "Artist 4"],
            confidence: { tempo: { gte: 0 } },
          },
        },
      },
    )) as { readonly savePlaylist: { readonly id: string } };
    const { page, complaints } = await library.open(browser, `playlist/${savePlaylist.id}`);
    await waitForTitles(page, ["Fir", "Elm", "Cedar"]);

    await page.getByRole("link", { name: "Change the conditions" }).click();
    await page.getByRole("heading", { name: "The conditions of “Quick”" }).waitFor();
    await page.locator("code", { hasText: "confidence.tempo.gte=0" }).waitFor();
    await waitForTitles(page, ["Fir", "Elm", "Cedar"]);
    expect(await page.getByLabel("Artist", { exact: true }).inputValue()).toBe(
      "Artist 2; Artist 3; Artist 4",
    );
    expect(await barriersIn(page)).toEqual([]);
    await page.getByText("Sound", { exact: true }).click();
    await page.getByLabel("Energy (%) to").fill("30");
    await waitForTitles(page, ["Elm", "Cedar"]);
    await page.getByRole("combobox", { name: "Genre", exact: true }).selectOption("Waltz");
    await waitForTitles(page, ["Elm"]);
    await page.getByRole("combobox", { name: "or genre" }).selectOption("Tango");
    await waitForTitles(page, ["Elm", "Cedar"]);
    await page.reload();
    await waitForTitles(page, ["Elm", "Cedar"]);
    await page.getByRole("button", { name: "Save in the playlist" }).click();
    await page.getByRole("heading", { name: "Quick", level: 1 }).waitFor();
    await waitForTitles(page, ["Elm", "Cedar"]);

    expect(await page.locator("code").allTextContents()).toEqual([
      ...["artist=Artist 2; Artist 3; Artist 4", "genre=Waltz; Tango", "tempo.gte=99.7"],
      ...["energy.lte=0.3", "confidence.tempo.gte=0"],
    ]);
    await page.getByText("Recipe · at most 7 tracks").waitFor();
    await page.getByText("For Friday").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await waitForTitles(page, ["Fir", "Elm", "Cedar"]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("of conditions get another order, tracks that they sound like, and tracks that they leave out", async () => {
    const { savePlaylist } = (await library.ask(
      `mutation ($input: SavePlaylistInput!) { savePlaylist(input: $input) { id } }`,
      {
        input: {
          ...{ name: "Ordered", length: 9, filter: { tempo: { gte: 90 } } },
          orderBy: { field: "TEMPO", direction: "DESC" },
        },
      },
    )) as { readonly savePlaylist: { readonly id: string } };
    const { page, complaints } = await library.open(browser, `playlist/${savePlaylist.id}`);
    await page.locator(".table-link").first().waitFor();
    const before = await titlesIn(page);

    await page.getByRole("link", { name: "Change the conditions" }).click();
    await page.getByLabel("Direction").selectOption("ascending");
    await page.getByLabel("Find another one to leave out").fill("Fir");
    await page.getByRole("button", { name: /^Fir · / }).click();
    await page.getByLabel("Find another one that it sounds like").fill("Elm");
    await page.getByRole("button", { name: /^Elm · / }).click();
    await page.getByRole("button", { name: "Take Elm away" }).waitFor();
    const barriers = await barriersIn(page);
    await page.getByRole("button", { name: "Take Elm away" }).click();
    await page.reload();
    await page.getByRole("button", { name: "Take Fir away" }).waitFor();
    const elms = await page.getByRole("button", { name: "Take Elm away" }).count();
    await page.getByRole("button", { name: "Save in the playlist" }).click();
    await waitForTitles(page, before.filter((title) => title !== "Fir").toReversed());
    await page.getByRole("link", { name: "Change the conditions" }).click();
    await page.getByRole("button", { name: "Take Fir away" }).waitFor();

    expect(before).toContain("Fir");
    expect([barriers, elms, complaints]).toEqual([[], 0, []]);
    await page.context().close();
  });

  it("of conditions that were changed meanwhile say so, before they are saved over", async () => {
    const { page } = await library.open(browser, "filters?tempo.gte=100");
    await page.getByLabel("Name of the playlist").fill("Raced");
    await page.getByRole("button", { name: "Keep the playlist" }).click();
    await page.getByRole("link", { name: "Open it" }).click();
    await page.getByRole("link", { name: "Change the conditions" }).click();
    await page.getByRole("heading", { name: "The conditions of “Raced”" }).waitFor();
    const other = await library.open(browser, page.url().split("#/")[1] ?? "");
    const form = other.page.getByRole("region", { name: "The conditions of “Raced”" });
    await form.getByLabel("Tracks at most").fill("1");
    await form.getByLabel("Tracks at most").press("Enter");
    await other.page.getByText("Recipe · at most 1 track").waitFor();

    await page.getByLabel("Tempo from").fill("");
    await page.getByRole("button", { name: "Save in the playlist" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("alert").waitFor({ state: "detached" });
    await waitInPage(page, `document.querySelector("input[name=length]").value === "1"`);
    await page.getByRole("button", { name: "Save in the playlist" }).click();

    await page.getByText("Recipe · at most 1 track").waitFor();
    await waitForTitles(page, ["Ash"]);
    await page.context().close();
    await other.page.context().close();
  });

  it("are shown to a reader who may not write without what changes them", async () => {
    const { page } = await library.open(browser, "playlists", { scopes: ["read"] });

    await page.getByRole("link", { name: "Trees", exact: true }).click();
    await waitForTitles(page, ["Ash", "Cedar", "Elm"]);
    await select(page, "Ash");
    await page.getByRole("button", { name: "Play next" }).waitFor();

    for (const name of ["Delete", "Duplicate", "Remove", "Add to a playlist"]) {
      expect([name, await page.getByRole("button", { name, exact: true }).count()]).toEqual([
        ...[name, 0],
      ]);
    }
    await page.context().close();
  });

  it.each(["light", "dark"] as const)(
    "have no barriers by WCAG 2.2 AA in %s colours, on a phone or wide",
    async (colorScheme) => {
      const { page } = await library.open(browser, "playlists", { colorScheme });

      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await page.getByRole("link", { name: "Trees", exact: true }).waitFor();
        await fitsItsWindow(page);
        expect([width, await barriersIn(page)]).toEqual([width, []]);
        await page.getByRole("link", { name: "Trees", exact: true }).click();
        await select(page, "Ash");
        await page.getByRole("button", { name: "Add to a playlist" }).click();
        await page.getByRole("button", { name: "Replace", exact: true }).click();
        await page.getByRole("button", { name: /^Ash · Artist 0/ }).waitFor();
        await fitsItsWindow(page);
        expect([width, await barriersIn(page)]).toEqual([width, []]);
        await page.goBack();
      }
      await page.context().close();
    },
  );
});
