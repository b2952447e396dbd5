import { trackKeyFrom } from "../../src/domain/track/track-key.js";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { configFrom } from "../../src/config/config.js";
import type { SessionScope } from "../../src/domain/browser-session.js";
import { openServer, type RunningServer } from "../../src/server/server.js";
import { musicFolder, removeMusicFolders } from "../adapters/library/music-folder.js";
import { offline } from "../application/offline.js";
import { FakeAnalyzer } from "../fakes/fake-analyzer.js";
import { inProcessReaders } from "../fakes/in-process-readers.js";
import { describeInBrowser, openBrowser, visit, type Browser, type Page } from "./browser.js";

const waltz = trackKeyFrom("Overtone", "Slow Waltz");

const demoFile = fileURLToPath(
  new URL("../../src/demo/library/Overtone - Slow Waltz.ogg", import.meta.url),
);

/** Replaces the operation of Altair. */
async function typeInto(page: Page, operation: string): Promise<void> {
  await page.locator("app-query-editor .cm-content").first().click();
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(operation);
}

/** Waits until the result in Altair has a text. */
const resultOf = (page: Page, text: string): Promise<void> =>
  page.locator("app-query-result").getByText(text).first().waitFor();

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
      ...inProcessReaders(),
    });
  };

  async function signedIn(path: string, scopes: readonly SessionScope[] = ["read"]): Promise<Page> {
    const link = await server.services.sessions.issueLink(scopes);
    const { page } = await visit(browser, `${server.url}/#session=${link}`);
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    await page.goto(server.url + path);
    return page;
  }

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), "overtone-explorers-"));
    folder = await musicFolder({ "waltz.ogg": await readFile(demoFile) });
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

  it("has Swagger UI, which sends a body that is typed", async () => {
    const page = await signedIn("/docs/#/playlists/createPlaylist", ["read", "write"]);
    const operation = page.locator("#operations-playlists-createPlaylist");

    await operation.locator("textarea").first().fill('{ "name": "Typed" }');
    await operation.getByRole("button", { name: "Execute" }).click();

    await operation.locator(".live-responses-table").getByText('"Typed"').first().waitFor();
    await page.context().close();
  });

  it("has Swagger UI, which sends a file", async () => {
    const page = await signedIn("/docs/#/audio/analyzeUpload", ["read", "write"]);
    const operation = page.locator("#operations-audio-analyzeUpload");

    await operation.locator('input[type="file"]').first().setInputFiles(demoFile);
    await operation.getByRole("button", { name: "Execute" }).click();

    await operation.locator(".live-responses-table").getByText('"Slow Waltz"').first().waitFor();
    await page.context().close();
  });

  it("has Altair, whose requests are those of the reader who is signed in", async () => {
    const page = await signedIn("/altair/");

    await page.getByText("Send Request").first().click();

    await page.getByText('"results"').first().waitFor();
    await page.context().close();
  });

  it.each([
    ["a query", '{ trackKey(artist: "Pink Floyd", track: "Money") }', "bc24aaa5a97c70ed"],
    ["a mutation", 'mutation { deletePlaylist(id: "none") }', "deletePlaylist"],
    ["a subscription", "subscription { libraryUpdated { fileCount: files } }", '"fileCount": 1'],
  ])("has Altair, which sends %s that is typed", async (_, typed, expected) => {
    const page = await signedIn("/altair/", ["read", "write"]);

    await typeInto(page, typed);
    await page.getByText("Send Request").first().click();

    await resultOf(page, expected);
    await page.context().close();
  });

  it("has Altair, which sends a file", async () => {
    const page = await signedIn("/altair/", ["read", "write"]);
    await typeInto(
      page,
      "mutation Send($file: Upload!) { analyzeUpload(file: $file) { analysis { __typename } } }",
    );

    await page.getByText("Variables").first().click();
    await page.getByRole("button", { name: "Add files" }).first().click();
    const added = page.locator("app-variable-file-item").first();
    await added.getByPlaceholder("File name").fill("file");
    await added.locator('input[type="file"]').setInputFiles(demoFile);
    await page.getByText("Send Request").first().click();

    await resultOf(page, "TrackAnalysis");
    await page.context().close();
  });

  it("has Altair, which shows the documents of the schema", async () => {
    const page = await signedIn("/altair/");

    await page.getByText("Docs", { exact: true }).first().click();

    await page.locator("app-doc-viewer").getByText("Subscription").first().waitFor();
    await page.context().close();
  });

  it("says in Altair and Swagger UI where the key goes, to a reader without one", async () => {
    const altair = (await visit(browser, `${server.url}/altair/`)).page;
    const swagger = (await visit(browser, `${server.url}/docs/#/audio/getLibrary`)).page;

    await altair.getByText("Send Request").first().click();
    await swagger.getByRole("button", { name: "Execute" }).click();

    await resultOf(altair, "Authorization: Bearer <API_KEY>");
    await swagger.getByText("Authorization: Bearer <API_KEY>").first().waitFor();
    await altair.context().close();
    await swagger.context().close();
  });

  it("has Altair without advertisements, however often it is used", async () => {
    const page = await signedIn("/altair/");
    await page.evaluate("localStorage.clear()");

    for (let sent = 0; sent < 55; sent++) {
      await page.getByText("Send Request").first().click();
      await page.getByText("Send Request").first().waitFor();
    }

    const shown = page.locator('[track-id="donate"]');
    expect(await shown.count()).toBeGreaterThan(0);
    expect(await shown.first().isVisible()).toBe(false);
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
      ["Altair", "Swagger UI", "OpenAPI", "Health"],
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
