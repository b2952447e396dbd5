import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configFrom } from "../../src/config/config.js";
import { openServer, type RunningServer } from "../../src/server/server.js";
import { offline } from "../application/offline.js";
import { FakeAnalyzer } from "../fakes/fake-analyzer.js";
import { inProcessReaders } from "../fakes/in-process-readers.js";
import {
  barriersIn,
  describeInBrowser,
  openBrowser,
  visit,
  type Browser,
  type Page,
} from "./browser.js";

describeInBrowser("Signing in to the page", () => {
  let data: string;
  let server: RunningServer;
  let browser: Browser;

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), "overtone-session-"));
    server = await open({ DATA_DIR: data, LIBRARY_DIRS: data });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    await rm(data, { recursive: true, force: true });
  });

  const open = (environment: Readonly<Record<string, string>>): Promise<RunningServer> =>
    openServer(configFrom({ ...offline, PORT: "0", LOG_LEVEL: "error", ...environment }), {
      analyzer: new FakeAnalyzer(),
      ...inProcessReaders(),
    });

  const issue = async (
    scopes: readonly ("read" | "write")[] = ["read", "write"],
  ): Promise<string> => (await server.services.access.issue({ name: "page", scopes })).token;

  async function link(to = server): Promise<string> {
    return `${to.url}/#session=${await to.services.sessions.issueLink(["read"])}`;
  }

  const signOutOf = (page: Page) => page.getByRole("button", { name: "Sign out" });

  it("works by a link once, whose token leaves the address, and a second use says so", async () => {
    await issue();
    const address = await link();

    const { page, complaints } = await visit(browser, address);
    await page.getByText("Signed in, to read").waitFor();
    const shown = page.url();
    const stored = await page.evaluate(
      "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])",
    );
    const cookie = await page.context().cookies();
    await page.goto(`${server.url}/#/library`);
    await page.getByRole("heading", { name: "Library", level: 1 }).waitFor();
    const second = await visit(browser, address);
    await second.page.getByRole("alert").getByText("This link was used before").waitFor();

    expect(shown).toBe(`${server.url}/`);
    expect(stored).toBe('[{},{},""]');
    expect(cookie).toMatchObject([{ httpOnly: true, sameSite: "Strict", secure: false }]);
    expect(second.page.url()).toBe(`${server.url}/`);
    expect(await barriersIn(second.page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
    await second.page.context().close();
  });

  it("works by a link that is pasted into the address of the open page", async () => {
    await issue();
    const { page } = await visit(browser, `${server.url}/#/library`);
    await page.getByText("Sign in to see what this server has.").waitFor();
    const address = await link();

    await page.goto(address);

    await signOutOf(page).waitFor();
    await page.context().close();
  });

  it.each(["", "%", "ot_live_0", "x".repeat(2_000), "<b>bold</b>"])(
    "says that a link with the token %j is not good, and asks for a key",
    async (token) => {
      const { page } = await visit(browser, `${server.url}/#session=${token}`);

      await page.getByRole("alert").getByText("This link was used before").waitFor();
      await page.getByLabel("Paste your API key").waitFor();

      expect(page.url()).toBe(`${server.url}/`);
      await page.context().close();
    },
  );

  it("works by a key, which stays nowhere in the page, and only reads unless asked for more", async () => {
    const { page } = await visit(browser, `${server.url}/#/library`);
    const submit = page.getByRole("button", { name: "Use this key" });
    const [reading, writing] = [await issue(["read"]), await issue()];

    await page.getByLabel("Paste your API key").fill("ot_live_nonsense");
    await submit.click();
    await page.getByRole("alert").getByText("This key is not valid").waitFor();
    await page.getByLabel("Also allow changes").check();
    await page.getByLabel("Paste your API key").fill(reading);
    await submit.click();
    await page.getByRole("alert").getByText("This key may not do that").waitFor();
    await page.getByLabel("Paste your API key").fill(writing);
    await submit.click();
    await page.getByText("Signed in, to read").waitFor();
    const content = await page.content();
    const stored = await page.evaluate("JSON.stringify([localStorage, sessionStorage])");

    expect(content + String(stored)).not.toContain("ot_live_");
    await page.reload();
    await page.getByText("Signed in, to read").waitFor();
    await page.context().close();
  });

  it("ends by signing out, and says so", async () => {
    await issue();
    const { page } = await visit(browser, await link());
    await page.goto(`${server.url}/#/library`);

    await signOutOf(page).click();
    await page.getByText("You have signed out.").waitFor();
    const barriers = await barriersIn(page);
    await page.reload();
    await page.getByText("Sign in to see what this server has.").waitFor();

    expect(barriers).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
    await page.context().close();
  });

  it.each<[string, (key: string) => Promise<void>]>([
    ["the key", (key) => server.services.access.revoke(key)],
    [
      "the session",
      async () => {
        for (const { lookup } of await server.services.sessions.list())
          await server.services.sessions.revoke(lookup);
      },
    ],
  ])("ends when %s is revoked while the page is open, and says so", async (_what, revoke) => {
    const key = await issue(["read"]);
    const { page } = await visit(browser, `${server.url}/#/search`);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByLabel("Paste your API key").fill(key);
    await page.getByRole("button", { name: "Use this key" }).click();
    await signOutOf(page).waitFor();

    await revoke(key);
    await page.getByLabel("Title").fill("waltz");
    await page.getByRole("alert").getByText("You are no longer signed in").waitFor();

    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    await page.context().close();
  });

  describe("where the library is the demo library", () => {
    let folder: string;
    let demo: RunningServer;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "overtone-demo-"));
      demo = await open({ DATA_DIR: folder });
      await demo.services.access.issue({ name: "first", scopes: ["read", "write"] });
    });
    afterAll(async () => {
      await demo.close();
      await rm(folder, { recursive: true, force: true });
    });

    it("is needed for nothing, until the reader signs out", async () => {
      const { page, complaints } = await visit(browser, `${demo.url}/#/library`);

      await signOutOf(page).waitFor();
      await page.getByRole("heading", { name: "Library", level: 1 }).waitFor();
      const unasked = [...complaints];
      await signOutOf(page).click();
      await page.getByText("You have signed out.").waitFor();
      await page.reload();
      await page.getByRole("button", { name: "Sign in without a key" }).click();
      await signOutOf(page).waitFor();

      expect(unasked).toEqual([]);
      await page.context().close();
    });

    it("is not begun again by a reload before the answer to signing out", async () => {
      const { page } = await visit(browser, `${demo.url}/#/library`);
      await signOutOf(page).waitFor();
      const isSignedOut = new Promise<void>((resolve) => {
        void page.route("**/api/session", async (route) => {
          if (route.request().method() !== "DELETE") return route.fallback();
          // The server has answered, and the page never hears of it.
          await route.fetch();
          resolve();
        });
      });

      await signOutOf(page).click();
      await isSignedOut;
      await page.reload();

      await page.getByRole("button", { name: "Sign in without a key" }).waitFor();
      await page.context().close();
    });
  });
});
