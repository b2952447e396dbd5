import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { requireFreshBuild } from "./fresh-build.js";

requireFreshBuild();

/** Maximum size of what the page loads before the engine is asked for, gzipped, bytes: of all, and of its scripts. */
const MAX_BYTES = 120_000;
const MAX_SCRIPT_BYTES = 90_000;

const folder = new URL("../../dist/web/", import.meta.url);

describe("The page", () => {
  it(`loads at most ${MAX_BYTES / 1_000} kB before a file is dropped`, () => {
    const html = readFileSync(new URL("index.html", folder), "utf8");
    const files = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(
      ([, path]) => new URL(path!, folder),
    );

    const bytes = [html, ...files.map((file) => readFileSync(file))].map(
      (content) => gzipSync(content).length,
    );

    const scripts = files.filter(({ pathname }) => pathname.endsWith(".js"));
    const scriptBytes = scripts.map((file) => gzipSync(readFileSync(file)).length);

    // Those who read another language than English load it when they need it.
    const texts = scripts.map((file) => readFileSync(file, "utf8")).join();
    expect(texts).toContain("Drop a file");
    expect(texts).not.toContain("Datei ablegen");
    expect(texts).not.toContain("قوائم التشغيل");
    expect(files.length).toBeGreaterThan(2);
    expect(scriptBytes.reduce((sum, one) => sum + one)).toBeLessThan(MAX_SCRIPT_BYTES);
    expect(bytes.reduce((sum, one) => sum + one)).toBeLessThan(MAX_BYTES);
    expect(html).not.toMatch(/<script>|<style|style=/);
  });
});
