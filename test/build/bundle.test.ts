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

/**
 * Returns the files of the build that a program loads at its start: those that it imports, and those that only it
 * imports on demand, as `serve` and the commands are.
 */
async function loadedAtStart(entry: string, found = new Set<string>()): Promise<Set<string>> {
  if (found.has(entry)) return found;
  found.add(entry);
  const text = await read(entry);
  const imported = [...text.matchAll(/^(?:import|export)\s[^;]*?"(\.[^"]+)";/gm)];
  const first = [
    ...text.matchAll(
      /await import\("([^"]*\/(?:run-command-line|server-process|serve)-[A-Z0-9]+\.js)"\)/g,
    ),
  ];
  for (const [, path = ""] of [...imported, ...first]) {
    const { pathname } = new URL(path, new URL(entry, "file:///"));
    await loadedAtStart(pathname.slice(1), found);
  }
  return found;
}

/** Returns the bundles that contain a text. */
async function filesWith(text: string): Promise<readonly string[]> {
  const names = (await readdir(new URL("dist/bundle/", root))).filter((name) =>
    name.endsWith(".js"),
  );
  const paths = names.map((name) => `dist/bundle/${name}`);
  const contents = await Promise.all(paths.map(read));
  return paths.filter((_path, index) => contents[index]?.includes(text));
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

    expect(wanted).toContain("@parcel/watcher");
    expect(wanted.filter((name) => !kept.includes(name))).toEqual([]);
  });

  it("loads the protocol of assistants with the first of them, not with the program", async () => {
    const [programs, protocol] = await Promise.all([
      Promise.all(["dist/main.js", "dist/cli/overtone.js"].map((path) => loadedAtStart(path))),
      filesWith("notifications/tools/list_changed"),
    ]);

    const loaded = new Set(programs.flatMap((files) => [...files]));
    expect(protocol.length).toBeGreaterThan(0);
    expect(protocol.filter((file) => loaded.has(file))).toEqual([]);
    expect([...loaded].some((file) => file.includes("/run-command-line-"))).toBe(true);
  });

  it("loads no files of OpenTelemetry for metrics", async () => {
    expect(await filesWith('require("@opentelemetry/api")')).toEqual([]);
  });

  it("makes the tables of the reader of tags once, and not for each file", async () => {
    const worker = await read("dist/bundle/tag-worker.js");

    expect(worker.match(/^.*new CombinedTagMapper\(\).*$/gm)).toEqual([
      "var tagMapper = new CombinedTagMapper();",
    ]);
  });

  it("loads from other files only packages that the program depends on, or Node.js itself", async () => {
    const { dependencies } = JSON.parse(await read("package.json")) as PackageFile;
    const files = [...(await loadedAtStart("dist/bundle/analysis-worker.js"))];
    const worker = (await Promise.all(files.map((file) => read(file)))).join("\n");

    const loaded = [...worker.matchAll(/^import [^;]*?from "([^"./][^"]*)";$/gm)].map(
      ([, specifier = ""]) => specifier,
    );
    const known = Object.keys(dependencies);

    expect(loaded).toContain("mpg123-decoder");
    expect(loaded.filter((name) => !known.includes(name) && !name.startsWith("node:"))).toEqual([]);
  });
});
