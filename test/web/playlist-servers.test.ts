import { trackKeyFrom } from "../../src/domain/track/track-key.js";
import { removeMusicFolders } from "../adapters/library/music-folder.js";
import { taggedAiff } from "../adapters/library/tagged-audio.js";
import { StandInMusicServer } from "../fakes/stand-in-music-server.js";
import { waitUntil } from "../wait-until.js";
import { barriersIn, describeInBrowser, openBrowser, type Browser, type Page } from "./browser.js";
import { openUnscannedLibrary, type UnscannedLibrary } from "./measured-library.js";

const SONG = {
  ...{ id: "id-1", title: "Oak", artist: "Bea", album: "Trees", suffix: "aiff" },
  bytes: taggedAiff({ TIT2: "Oak", TPE1: "Bea" }, undefined, 9),
  path: "Bea/Trees/Oak.aiff",
};

describeInBrowser("A playlist in the page, where the library has a music server", () => {
  let library: UnscannedLibrary;
  let server: StandInMusicServer;
  let browser: Browser;

  beforeAll(async () => {
    library = await openUnscannedLibrary([{ artist: "Ann", title: "Ash", values: { tempo: 90 } }]);
    await library.scan();
    await library.analyse();
    server = await StandInMusicServer.open([SONG]);
    browser = await openBrowser();
    const { page } = await library.open(browser, "library", { scopes: ["read", "write", "admin"] });
    await addServer(page);
    await page.context().close();
  });
  afterAll(async () => {
    await browser.close();
    await library.close();
    await server.close();
    await removeMusicFolders();
  });

  const namesThere = (): readonly string[] => server.playlists.lists.map(({ name }) => name);

  /** Adds the server, and waits until its song is analysed. */
  async function addServer(page: Page): Promise<void> {
    await page.getByText("Add a folder or a music server").click();
    await page.getByText("A music server, such as Navidrome").click();
    await page.getByLabel("Name here").fill("home");
    await page.getByLabel("Address").fill(server.url);
    await page.getByLabel("User").fill("ann");
    await page.getByLabel("Password").fill("secret");
    await page.getByRole("button", { name: "Add the server" }).click();
    await page.getByText("server:home").waitFor();
    await library.scan();
    await library.ask(
      `mutation { requestAnalysis(tracks: [{ key: "${trackKeyFrom("Bea", "Oak")}" }]) { __typename } }`,
    );
    await waitUntil(async () => {
      const { tracks } = await library.ask("{ tracks(first: 1) { totalCount } }");
      return (tracks as { readonly totalCount: number }).totalCount === 2;
    });
  }

  /** Keeps a playlist of tracks by their keys, in place of one where its id is given; returns its id. */
  async function saved(input: object): Promise<string> {
    const { savePlaylist } = await library.ask(
      "mutation($input: SavePlaylistInput!) { savePlaylist(input: $input) { id } }",
      { input },
    );
    return (savePlaylist as { readonly id: string }).id;
  }
  const tracks = [{ key: trackKeyFrom("Bea", "Oak") }, { key: trackKeyFrom("Ann", "Ash") }];

  it("is sent there, sent again where somebody has changed it, and taken from there", async () => {
    const { page, complaints } = await library.open(browser, "library");
    await page.getByRole("checkbox", { name: "Select Ash" }).check();
    await page.getByRole("checkbox", { name: "Select Oak" }).check();
    await page.getByRole("button", { name: "Add to a playlist" }).click();
    await page.getByRole("toolbar").getByLabel("Name of the playlist").fill("Trees");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("2 tracks are added to “Trees”").waitFor();
    await page.getByRole("link", { name: "Playlists", exact: true }).click();
    await page.getByRole("link", { name: "Trees", exact: true }).click();

    await page.getByLabel("All users there see it").check();
    const barriers = [...(await barriersIn(page))];
    await page.getByRole("button", { name: "Keep it there" }).click();
    await page.getByText("for all users · 1 song sent · 1 track is not on the server").waitFor();
    const [sent] = server.playlists.lists;
    expect(sent).toMatchObject({ name: "Trees", isPublic: true, songIds: ["id-1"] });

    server.playlists.set(sent!.id, { name: "Mine" });
    await page.getByText("Name and note").click();
    await page.getByLabel("Note", { exact: true }).fill("Of wood");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Somebody has changed it there").waitFor();
    barriers.push(...(await barriersIn(page)));
    await page.getByRole("button", { name: "Send it as another one: home" }).click();
    await page.getByText("1 song sent").waitFor();
    expect(namesThere()).toEqual(["Mine", "Trees"]);

    await page.getByRole("button", { name: "Take it from there: home" }).click();
    await page.getByRole("button", { name: "Keep it there" }).waitFor();
    await waitUntil(() => !namesThere().includes("Trees"));

    expect(namesThere()).toEqual(["Mine"]);
    expect([barriers, complaints]).toEqual([[], []]);
    await page.context().close();
  });

  it("makes its songs favourites there, which nobody else has to see, and takes that back", async () => {
    const { page, complaints } = await library.open(
      browser,
      `playlist/${await saved({ name: "Best", tracks })}`,
    );
    const card = page.getByRole("region", { name: "On music servers" });

    await card.getByLabel("It becomes").selectOption("favourites");
    const isPublicAsked = await card.getByLabel("All users there see it").isVisible();
    await card.getByRole("button", { name: "Keep it there" }).click();
    await card.getByText("favourites · 1 song sent · 1 track is not on the server").waitFor();
    const made = server.playlists.favourites;
    await card.getByRole("button", { name: "Take it from there: home" }).click();
    await card.getByRole("button", { name: "Keep it there" }).waitFor();
    await waitUntil(() => server.playlists.favourites.length === 0);

    expect(isPublicAsked).toBe(false);
    expect(made).toEqual(["id-1"]);
    expect(namesThere()).not.toContain("Best");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it.each([
    {
      ...{ locale: "de-AT", name: "Hölzer", card: "Auf Musikservern", keep: "Dort aktuell halten" },
      ...{ sent: /1 Stück gesendet · 1 Titel ist nicht auf dem Server/ },
      ...{ changed: "Jemand hat sie dort geändert", take: "Von dort zurücknehmen: home" },
    },
    {
      ...{ locale: "ar-EG", name: "أشجار", card: "على خوادم الموسيقى", keep: "أبقها هناك" },
      ...{ sent: /أُرسل من الأغاني: .* · مقطوعات ليست على الخادم: / },
      ...{ changed: "غيّرها أحد هناك", take: "استرجعها من هناك: home" },
    },
  ])("says the same in the language of $locale, on a phone, too", async (said) => {
    const { locale, name } = said;
    const id = await saved({ name, tracks });
    const viewport = { width: 390, height: 844 };
    const { page, complaints } = await library.open(browser, `playlist/${id}`, {
      ...{ locale, viewport },
    });
    const card = page.getByRole("region", { name: said.card });

    await card.getByRole("button", { name: said.keep }).click();
    await card.getByText(said.sent).waitFor();
    const barriers = await barriersIn(page);
    const sent = server.playlists.lists.find((list) => list.name === name);
    server.playlists.set(sent!.id, { name: "Mine" });
    await saved({ id, name: `${name} 2`, tracks });
    await card.getByText(said.changed).waitFor();
    await card.getByRole("button", { name: said.take }).click();
    await card.getByRole("button", { name: said.keep }).waitFor();

    expect(sent).toMatchObject({ songIds: ["id-1"] });
    expect([barriers, complaints]).toEqual([[], []]);
    await page.context().close();
  });

  it("is shown to a reader without what is on servers, who can send it to none", async () => {
    const id = await saved({ name: "Seen", tracks });
    const { page, complaints } = await library.open(browser, `playlist/${id}`, {
      scopes: ["read"],
    });
    await page.getByRole("heading", { name: "Seen", level: 1 }).waitFor();
    await page.getByRole("link", { name: "Oak" }).first().waitFor();

    const cards = await page.getByRole("region", { name: "On music servers" }).count();
    const query =
      "mutation($input: KeepPlaylistOnServerInput!) { keepPlaylistOnServer(input: $input) { server } }";
    const body = JSON.stringify({ query, variables: { input: { id, server: "home" } } });
    const asked = { method: "POST", headers: { "content-type": "application/json" }, body };
    const refused = await page.evaluate<string>(
      `fetch("graphql", ${JSON.stringify(asked)}).then((reply) => reply.json()).then(({ errors }) => errors[0].extensions.code)`,
    );

    expect(cards).toBe(0);
    expect(refused).toBe("FORBIDDEN");
    expect(namesThere()).not.toContain("Seen");
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
