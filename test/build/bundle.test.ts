import { readdir, readFile } from "node:fs/promises";
import { requireFreshBuild } from "./fresh-build.js";

requireFreshBuild();

const root = new URL("../../", import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, root), "utf8");

/** Returns the packages that files import on demand. */
async function onDemand(paths: readonly string[]): Promise<readonly string[]> {
  const texts = await Promise.all(paths.map(read));
  return texts.flatMap((text) =>
    [...text.matchAll(/await import\("([^"./][^"]*)"\)/g)].map(([, name = ""]) => name),
  );
}

interface PackageFile {
  readonly dependencies: Readonly<Record<string, string>>;
}

describe("The bundle", () => {
  it("contains no package whose licence demands that it can be replaced", async () => {
    const licences = await read("dist/bundle/LICENCES.txt");

    expect(licences).toMatch(/^express \d/m);
    expect(licences).not.toMatch(/^(?:mpg123-decoder|codec-parser) \d/m);
    expect(licences).not.toMatch(/GNU (?:Lesser|Library) General Public License/i);
  });

  it("leaves packages outside that the program loads on demand, so that it gets their named exports", async () => {
    const sources = (await readdir(new URL("src/", root), { recursive: true }))
      .filter((name) => name.endsWith(".ts"))
      .map((name) => `src/${name}`);
    const bundles = (await readdir(new URL("dist/bundle/", root)))
      .filter((name) => name.endsWith(".js"))
      .map((name) => `dist/bundle/${name}`);

    const wanted = await onDemand(sources);
    const kept = await onDemand(bundles);

    expect(wanted).toContain("yaml");
    expect(wanted.filter((name) => !kept.includes(name))).toEqual([]);
  });

  it("loads from other files only packages that the program depends on, or Node.js itself", async () => {
    const { dependencies } = JSON.parse(await read("package.json")) as PackageFile;
    const worker = await read("dist/bundle/analysis-worker.js");

    const loaded = [...worker.matchAll(/^import [^;]*?from "([^"./][^"]*)";$/gm)].map(
      ([, specifier = ""]) => specifier,
    );
    const known = Object.keys(dependencies);

    expect(loaded).toContain("mpg123-decoder");
    expect(loaded.filter((name) => !known.includes(name) && !name.startsWith("node:"))).toEqual([]);
  });
});
