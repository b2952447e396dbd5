import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configFrom } from "../../src/config/config.js";
import { openServer, type RunningServer } from "../../src/server/server.js";
import type { SessionScope } from "../../src/domain/browser-session.js";
import { musicFolder, removeMusicFolders } from "../adapters/library/music-folder.js";
import { taggedAiff } from "../adapters/library/tagged-audio.js";
import { offline } from "../application/offline.js";
import { FakeAnalyzer } from "../fakes/fake-analyzer.js";
import {
  barriersIn,
  describeInBrowser,
  openBrowser,
  visit,
  type Browser,
  type Visit,
} from "./browser.js";

/** Generous, because other processes may use the processor; nothing waits for it where all is well. */
const LIMIT_MS = 240_000;

const DEMO_TRACK = "../../src/demo/library/Overtone - Four on the Floor.mp3";

describeInBrowser("An empty library", () => {
  const opened: RunningServer[] = [];
  let data: string;
  /** The key of whoever runs the server that was opened last. */
  let key: string;
  let browser: Browser;

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), "overtone-empty-"));
    browser = await openBrowser();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((server) => server.close()));
  });
  afterAll(async () => {
    await browser.close();
    await removeMusicFolders();
    await rm(data, { recursive: true, force: true });
  });

  /** Opens the empty library of a server with a database of its own, as a reader who may read, or also write. */
  async function open(
    name: string,
    scopes: readonly SessionScope[],
    given: Parameters<typeof openServer>[1] = {},
  ): Promise<Visit> {
    const folder = await musicFolder({});
    const settings = {
      ...{ ...offline, LIBRARY_ANALYSIS: "background", DATA_DIR: join(data, name) },
      ...{ PORT: "0", LOG_LEVEL: "error" },
    };
    const server = await openServer(configFrom({ ...settings, LIBRARY_DIRS: folder }), given);
    opened.push(server);
    await server.services.libraryWatch.scanFirst(new AbortController().signal);
    const { token } = await server.services.access.issue({
      name,
      scopes: ["read", "write", "admin"],
    });
    key = token;
    const link = await server.services.sessions.issueLink(scopes);
    const visited = await visit(browser, `${server.url}/#session=${link}`);
    await visited.page.goto(`${server.url}/#/library`);
    return visited;
  }

  it("says that no music was found, and how the server gets folders", async () => {
    const { page, complaints } = await open("reader", ["read"]);

    await page.getByRole("heading", { name: "The library is empty" }).waitFor();
    await page.getByText("no music was found in them").waitFor();
    const commands = await page.locator(".library-commands code").allTextContents();

    expect(commands.map((command) => command.includes("$HOME/Music"))).toEqual([true, true]);
    expect(await page.getByRole("button", { name: "Scan now" }).count()).toBe(0);
    expect(await barriersIn(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it(
    "gets a folder from who runs the server, whose first track is seen once it is analysed",
    async () => {
      const music = await musicFolder({});
      await copyFile(new URL(DEMO_TRACK, import.meta.url), join(music, "one.mp3"));
      const { page, complaints } = await open("manager", ["read"]);

      await page.getByRole("button", { name: "Sign in to manage it" }).click();
      await page.getByLabel("Paste your API key").fill(key);
      await page.getByRole("button", { name: "Use this key" }).click();
      await page.getByText("Signed in, to manage the server").waitFor();
      const path = page.getByLabel("Folder with music");
      await path.fill(join(music, "nowhere"));
      await page.getByRole("button", { name: "Add the folder" }).click();
      const refusal = page.getByRole("alert").filter({ hasText: "The folder does not exist." });
      const refusalId = await refusal.getAttribute("id");
      const described = await path.getAttribute("aria-describedby");
      const barriers = await barriersIn(page);
      await path.fill(music);
      await page.getByRole("button", { name: "Add the folder" }).click();

      const done = page.getByRole("heading", { name: "Everything is analysed." });
      await done.waitFor({ timeout: LIMIT_MS });
      await page.getByRole("row").filter({ hasText: "Overtone" }).waitFor();
      await page.getByRole("button", { name: `Pause ${music}` }).waitFor();
      expect(described?.split(" ")).toContain(refusalId);
      expect([barriers, await barriersIn(page)]).toEqual([[], []]);
      // The refusal of the folder, which the browser lists by its status.
      expect(complaints).toEqual([expect.stringContaining("400")]);
      await page.context().close();
    },
    LIMIT_MS,
  );

  it("says which track is analysed now, once it has one", async () => {
    const music = await musicFolder({ "Ann - One.aiff": taggedAiff({ TPE1: "Ann", TIT2: "One" }) });
    const analyzer = new FakeAnalyzer();
    const release = analyzer.hold();
    const { page, complaints } = await open("measuring", ["read"], { analyzer });
    const { library, libraryWatch } = opened[0]!.services;

    await library.addFolder(music);
    libraryWatch.requestSurvey();
    await page.getByText("Analysed now: One · Ann").waitFor();
    release();
    await page.getByText("Analysed now:").waitFor({ state: "detached" });

    await page.getByRole("row").filter({ hasText: "One" }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("is scanned at a click by who may write", async () => {
    const { page, complaints } = await open("writer", ["read", "write"]);

    const answer = page.waitForResponse((response) =>
      (response.request().postData() ?? "").includes("scanLibrary"),
    );
    await page.getByRole("button", { name: "Scan now" }).click();

    expect(await (await answer).json()).toMatchObject({ data: { scanLibrary: {} } });
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
