import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { overtone, RunningProcess, stopProcesses } from "./processes/running-process.js";

/** Sets the version of Node.js to 18 before the program is loaded. */
const OLD_NODE_MODULE = `data:text/javascript,${[
  'Object.defineProperty(process, "version", { value: "v18.20.8" });',
  'Object.defineProperty(process, "versions",',
  '{ value: { ...process.versions, node: "18.20.8" } });',
]
  .join("")
  .replaceAll(" ", "%20")
  .replaceAll('"', "%22")}`;

const ENTRIES = ["src/main.ts", "src/cli/overtone.ts"];

/** Returns a module and everything that it loads before its first line runs. */
async function loadedFirst(path: string, found = new Set<string>()): Promise<Set<string>> {
  if (found.has(path)) return found;
  found.add(path);
  const source = await readFile(path, "utf8");
  for (const [, specifier = ""] of source.matchAll(/^(?:import|export) [^;]*?"([^"]+)";/gm)) {
    const isOurs = specifier.startsWith(".");
    if (isOurs) await loadedFirst(join(dirname(path), specifier.replace(/\.js$/, ".ts")), found);
    else found.add(specifier);
  }
  return found;
}

afterEach(stopProcesses);

describe("An entry point", () => {
  it.each(ENTRIES)(
    "prints in one line which Node.js is needed, on an older one: %s",
    async (path) => {
      const built = path.replace("src/", "dist/").replace(".ts", ".js");
      const environment = { NODE_OPTIONS: `--import=${OLD_NODE_MODULE}` };
      const old = new RunningProcess(built, ["--help"], environment);

      const { exitCode, output, errors } = await old.finished();

      expect(errors).toMatch(/^Overtone needs Node\.js 20\.19 or later; this is v18\.20\.8\..*\n$/);
      expect(output).toBe("");
      expect(exitCode).toBe(1);
    },
  );

  it.each(ENTRIES)("loads only the check of the version first: %s", async (path) => {
    const loaded = await loadedFirst(path);

    expect([...loaded]).toEqual([
      path,
      "src/config/node-requirement.ts",
      "src/domain/operations/supported-node.ts",
    ]);
  });
});

describe("overtone --version", () => {
  it("prints the version of the package, whatever the settings are", async () => {
    const { version } = JSON.parse(await readFile("package.json", "utf8")) as { version: string };

    const { exitCode, output } = await overtone(["--version"], { PORT: "no port" });

    expect(output).toBe(`${version}\n`);
    expect(exitCode).toBe(0);
  });
});
