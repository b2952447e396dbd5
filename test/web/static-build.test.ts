import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import {
  barriersIn,
  describeInBrowser,
  fitsItsWindow,
  openBrowser,
  visit,
  type Browser,
} from "./browser.js";

const root = new URL("../../", import.meta.url);
const waltzFile = fileURLToPath(new URL("src/demo/library/Overtone - Slow Waltz.ogg", root));

/** What a plain file host says of files by their names. */
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

/** Generous, because other processes may use the processor; nothing waits for it where all is well. */
const LIMIT_MS = 240_000;

describeInBrowser("The static build", () => {
  let server: Server;
  let url: string;
  let browser: Browser;

  beforeAll(async () => {
    const program = fileURLToPath(new URL("src/build/page.js", root));
    execFileSync(process.execPath, [program, "--static"], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    server = createServer((request, response) => {
      const { pathname } = new URL(request.url!, "http://localhost");
      const name = pathname.replace("/music/", "") || "index.html";
      readFile(new URL(name, new URL("dist/static/", root))).then(
        (content) => {
          response.setHeader("Content-Type", TYPES[extname(name)] ?? "application/octet-stream");
          response.end(content);
        },
        () => {
          response.statusCode = 404;
          response.end();
        },
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/music/`;
    browser = await openBrowser();
  }, LIMIT_MS);
  afterAll(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  });

  it(
    "analyses a file on a plain file host, in a folder of it, and asks nobody else",
    async () => {
      const { page, complaints } = await visit(browser, url);
      const requests: string[] = [];
      page.on("request", (request) => requests.push(`${request.method()} ${request.url()}`));

      await page.getByLabel("Choose files").setInputFiles(waltzFile);
      await page.locator("[data-field=tempo]").waitFor({ timeout: LIMIT_MS });

      expect(await page.locator("[data-field=tempo]").textContent()).toContain("90 BPM");
      expect(await page.locator("[data-field=key]").textContent()).toContain("D major");
      expect(await page.getByRole("button", { name: "Keep it" }).count()).toBe(0);
      // What the page plays of its own memory is asked of nobody.
      const asked = requests.filter((one) => !one.startsWith("GET blob:"));
      expect(asked.filter((one) => !one.startsWith(`GET ${url}assets/`))).toEqual([]);
      expect(complaints).toEqual([]);
      expect(await barriersIn(page)).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      await fitsItsWindow(page);
      await page.context().close();
    },
    LIMIT_MS,
  );
});
