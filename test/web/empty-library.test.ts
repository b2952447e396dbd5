import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configFrom } from "../../src/config/config.js";
import { openServer } from "../../src/server/server.js";
import type { SessionScope } from "../../src/domain/browser-session.js";
import { musicFolder, removeMusicFolders } from "../adapters/library/music-folder.js";
import { offline } from "../application/offline.js";
import {
  barriersIn,
  describeInBrowser,
  openBrowser,
  visit,
  type Browser,
  type Visit,
} from "./browser.js";

describeInBrowser("An empty library", () => {
  const opened: { close(): Promise<void> }[] = [];
  let data: string;
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
  async function open(name: string, scopes: readonly SessionScope[]): Promise<Visit> {
    const folder = await musicFolder({});
    const settings = { ...offline, DATA_DIR: join(data, name), PORT: "0", LOG_LEVEL: "error" };
    const server = await openServer(configFrom({ ...settings, LIBRARY_DIRS: folder }));
    opened.push(server);
    await server.services.library.scanAll();
    await server.services.access.issue({ name, scopes: ["read", "write"] });
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
