import { trackKeyFrom } from "../../src/domain/track/track-key.js";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configFrom } from "../../src/config/config.js";
import { openServer, type RunningServer } from "../../src/server/server.js";
import { musicFolder, removeMusicFolders } from "../adapters/library/music-folder.js";
import { offline } from "../application/offline.js";
import { FakeAnalyzer } from "../fakes/fake-analyzer.js";
import { InProcessTagReader } from "../fakes/in-process-tag-reader.js";
import { describeInBrowser, openBrowser, visit, type Browser, type Page } from "./browser.js";

const waltz = trackKeyFrom("Overtone", "Slow Waltz");

describeInBrowser("The page of a server", () => {
  let data: string;
  let folder: string;
  let server: RunningServer;
  let browser: Browser;

  const open = (
    environment: Readonly<Record<string, string>> = {},
    analyzer = new FakeAnalyzer({ tempo: 90 }),
  ): Promise<RunningServer> => {
    const settings = { ...offline, DATA_DIR: data, LIBRARY_DIRS: folder, LOG_LEVEL: "error" };
    return openServer(configFrom({ PORT: "0", ...settings, ...environment }), {
      analyzer,
      embedded: new InProcessTagReader(),
    });
  };

  async function signedIn(path: string): Promise<Page> {
    const link = await server.services.sessions.issueLink(["read"]);
    const { page } = await visit(browser, `${server.url}/#session=${link}`);
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    await page.goto(server.url + path);
    return page;
  }

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), "overtone-explorers-"));
    const file = new URL("../../src/demo/library/Overtone - Slow Waltz.ogg", import.meta.url);
    folder = await musicFolder({ "waltz.ogg": await readFile(file) });
    browser = await openBrowser();
  });
  beforeEach(async () => {
    server = await open();
    await server.services.access.issue({ name: "page", scopes: ["read", "write"] });
    await server.services.library.scanAll();
  });
  afterEach(() => server.close());
  afterAll(async () => {
    await browser.close();
    await removeMusicFolders();
    await rm(data, { recursive: true, force: true });
  });

  it("has Swagger UI, whose requests are those of the reader who is signed in", async () => {
    const page = await signedIn("/docs/#/audio/getLibrary");

    const operation = page.locator("#operations-audio-getLibrary");
    await operation.getByRole("button", { name: "Execute" }).click();

    await operation
      .locator(".live-responses-table .response-col_status", { hasText: "200" })
      .waitFor();
    await page.context().close();
  });

  it("has Altair, whose requests are those of the reader who is signed in", async () => {
    const page = await signedIn("/altair/");

    await page.getByText("Send Request").first().click();

    await page.getByText('"results"').first().waitFor();
    await page.context().close();
  });

  it("says where Apollo Sandbox has no network, and leads to Altair", async () => {
    const { page } = await visit(browser, `${server.url}/health/live`);
    await page.route(/apollographql/, (route) => route.abort());
    await page.goto(`${server.url}/graphql`);

    await page.getByText("does not appear where this browser has no network").waitFor();
    await page.getByRole("link", { name: "Altair" }).click();

    await page.waitForURL(`${server.url}/altair/`);
    await page.context().close();
  });

  it("links to explorers where these are on", async () => {
    const plain = await open({
      GRAPHQL_EXPLORER: "off",
      REST_DOCS: "off",
      DATABASE_URL: "sqlite::memory:",
    });
    const [all, none] = [
      await visit(browser, `${server.url}/#/developers`),
      await visit(browser, `${plain.url}/#/developers`),
    ];
    const linksOf = ({ page }: { page: Page }) =>
      page.locator(".developers-links a").allTextContents();
    await none.page.locator(".developers-links").waitFor();

    const shown = [await linksOf(all), await linksOf(none)];

    expect(shown).toEqual([
      ["Altair", "Swagger UI", "Apollo Sandbox", "OpenAPI", "Health"],
      ["OpenAPI", "Health"],
    ]);
    await all.page.context().close();
    await none.page.context().close();
    await plain.close();
  });

  it("says that it stopped in the middle of an analysis, and shows the result when it is back", async () => {
    const { port } = new URL(server.url);
    await server.close();
    const away = await mkdtemp(join(tmpdir(), "overtone-away-"));
    const settings = { PORT: port, DATA_DIR: away, LIBRARY_ANALYSIS: "off" };
    const held = new FakeAnalyzer();
    held.hold();
    server = await open(settings, held);
    await server.services.access.issue({ name: "page", scopes: ["read"] });
    await server.services.library.scanAll();
    const page = await signedIn(`/#/track/${waltz}`);
    await page.getByText("This track is being analysed.").waitFor();

    await server.close();
    await page.getByRole("alert").getByText("cannot be reached").waitFor();
    server = await open(settings);
    await page.getByText("90 BPM").first().waitFor();

    await page.context().close();
    await rm(away, { recursive: true, force: true });
  });
});
