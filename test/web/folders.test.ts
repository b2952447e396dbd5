import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { musicFolder, removeMusicFolders } from "../adapters/library/music-folder.js";
import { taggedAiff } from "../adapters/library/tagged-audio.js";
import { standInSongs } from "../fakes/songs.js";
import { StandInMediaBrowser } from "../fakes/music-servers/stand-in-media-browser.js";
import { StandInMusicServer } from "../fakes/stand-in-music-server.js";
import { barriersIn, describeInBrowser, openBrowser, type Browser, type Visit } from "./browser.js";
import { openMeasuredLibrary, type MeasuredLibrary } from "./measured-library.js";

describeInBrowser("The folders of a library", () => {
  let library: MeasuredLibrary;
  let browser: Browser;
  let other: string;
  let visited: Visit | undefined;

  beforeAll(async () => {
    library = await openMeasuredLibrary([{ artist: "Ann", title: "One", values: { tempo: 90 } }]);
    other = await musicFolder({ "Bea - Two.aiff": taggedAiff({}, undefined, 2) });
    browser = await openBrowser();
  });
  afterEach(async () => visited?.page.context().close());
  afterAll(async () => {
    await browser.close();
    await library.close();
    await removeMusicFolders();
  });

  /** Opens the library as somebody who manages the server, with the form for folders. */
  async function manage(): Promise<Visit> {
    visited = await library.open(browser, "library", { scopes: ["read", "write", "admin"] });
    await visited.page.getByText("Add a folder or a music server").click();
    return visited;
  }

  it("are added, paused, resumed and removed by who manages the server", async () => {
    const { page, complaints } = await manage();
    const row = page.locator(".library-folders li").filter({ hasText: other });

    await page.getByLabel("Folder with music").fill(other);
    await page.keyboard.press("Enter");
    await page.getByText("Added. Its tracks appear here within seconds.").waitFor();
    await page.getByRole("button", { name: `Pause ${other}` }).click();
    await row.getByText("paused: neither scanned nor analysed").waitFor();
    await page.getByRole("button", { name: `Resume ${other}` }).click();
    await page.getByRole("button", { name: `Pause ${other}` }).waitFor();
    await page.getByRole("button", { name: `Remove ${other}` }).click();
    const barriers = await barriersIn(page);
    await page.getByRole("button", { name: "Remove it from the library" }).click();
    await row.waitFor({ state: "detached" });

    const { library: left } = await library.ask("{ library { folders { isAdded isPaused } } }");
    expect(left).toEqual({ folders: [{ isAdded: false, isPaused: false }] });
    expect(await page.getByRole("button", { name: /^Remove/ }).count()).toBe(0);
    expect([barriers, complaints]).toEqual([[], []]);
  });

  it("have those of a music server that was added with its login", async () => {
    const server = await StandInMusicServer.open(standInSongs(1));
    const { page } = await manage();
    await page.getByText("A music server, such as Navidrome").click();

    await page.getByLabel("Name here").fill("home");
    await page.getByLabel("Address").fill(server.url);
    await page.getByLabel("User").fill("ann");
    await page.getByLabel("Password").fill("wrong");
    await page.getByRole("button", { name: "Add the server" }).click();
    const refusal = await page.getByRole("alert").filter({ hasText: "The address" }).textContent();
    await page.getByLabel("Password").fill("secret");
    await page.getByRole("button", { name: "Add the server" }).click();
    const row = page.locator(".library-folders li").filter({ hasText: "server:home" });
    await row.getByText(`OpenSubsonic (Navidrome, gonic, Ampache, …), ${server.url}`).waitFor();
    await page.getByRole("button", { name: "Check server:home" }).click();
    await row.getByText(/ answers: songs can be received\.$/).waitFor();
    server.password = "changed";
    await page.getByRole("button", { name: "Check server:home" }).click();
    await row
      .getByRole("status")
      .getByText(/^home .*password/)
      .waitFor();
    const barriers = await barriersIn(page);
    await page.getByRole("button", { name: "Remove server:home" }).click();
    await page.getByRole("button", { name: "Remove it from the library" }).click();
    await page.getByText("server:home").waitFor({ state: "detached" });

    expect(refusal).toMatch(/The address leads to a server that/);
    expect(barriers).toEqual([]);
    await server.close();
  });

  it("have those of a music server whose files are mounted here, too", async () => {
    const server = await StandInMusicServer.open(standInSongs(1));
    const { page } = await manage();
    await page.getByText("A music server, such as Navidrome").click();

    await page.getByLabel("Name here").fill("home");
    await page.getByLabel("Address").fill(server.url);
    await page.getByLabel("User").fill("ann");
    await page.getByLabel("Password").fill("secret");
    await page.getByLabel("Paths there begin with").fill("/music");
    await page.getByLabel("Folder here").fill("nas/music");
    await page.getByRole("button", { name: "Add the server" }).click();
    const refusal = await page.getByRole("alert").filter({ hasText: "mounted" }).textContent();
    await page.getByLabel("Folder here").fill(other);
    await page.getByRole("button", { name: "Add the server" }).click();
    await page.getByText("server:home").waitFor();
    const listed = await library.read("library/servers");
    await page.getByRole("button", { name: "Remove server:home" }).click();
    await page.getByRole("button", { name: "Remove it from the library" }).click();
    await page.getByText("server:home").waitFor({ state: "detached" });

    expect(refusal).toMatch(/absolute/);
    expect(listed).toMatchObject([{ mounted: [{ from: "music", to: other }] }]);
    await server.close();
  });

  it("have those of Jellyfin, which was added with an API key", async () => {
    const server = await StandInMediaBrowser.open("jellyfin", standInSongs(1));
    server.apiKey = "key1";
    const { page } = await manage();
    await page.getByText("A music server, such as Navidrome").click();

    await page.getByLabel("Kind of server").selectOption("Jellyfin");
    await page.getByLabel("Name here").fill("home");
    await page.getByLabel("Address").fill(server.url);
    await page.getByLabel("Password or key").fill("key1");
    const barriers = await barriersIn(page);
    await page.getByRole("button", { name: "Add the server" }).click();
    await page.getByText("server:home").waitFor();
    await page.getByRole("button", { name: "Remove server:home" }).click();
    await page.getByRole("button", { name: "Remove it from the library" }).click();
    await page.getByText("server:home").waitFor({ state: "detached" });

    expect(server.requestsFor("/Users/AuthenticateByName")).toEqual([]);
    expect(barriers).toEqual([]);
    await server.close();
  });

  it("have those of a server of the setting, which cannot be removed here", async () => {
    const server = await StandInMusicServer.open(standInSongs(1));
    const folder = await mkdtemp(join(tmpdir(), "overtone-folders-"));
    const secret = join(folder, "password");
    await writeFile(secret, "secret");
    const own = await openMeasuredLibrary([], {
      MUSIC_SERVERS: `home ${server.url} user=ann password-file=${secret}`,
    });

    visited = await own.open(browser, "library", { scopes: ["read", "write", "admin"] });
    const { page } = visited;
    await page.getByText("named by the setting MUSIC_SERVERS").waitFor();
    await page.getByRole("button", { name: "Check server:home" }).click();
    await page.getByText(/ answers: songs can be received\.$/).waitFor();

    expect(await page.getByRole("button", { name: "Pause server:home" }).count()).toBe(1);
    expect(await page.getByRole("button", { name: "Remove server:home" }).count()).toBe(0);
    await own.close();
    await server.close();
    await rm(folder, { recursive: true });
  });

  it("are shown without what changes them to a reader", async () => {
    visited = await library.open(browser, "library", { scopes: ["read"] });
    const { page } = visited;

    await page.getByText("Add a folder or a music server").click();
    await page.getByText("Folders are added here by who may manage the server.").waitFor();

    const buttons = page.locator(".library-folders button");
    expect(await buttons.count()).toBe(0);
  });
});
