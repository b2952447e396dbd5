import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Creates a project with one source file and the script. */
async function project(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "overtone-build-"));
  await Promise.all(
    ["src/build", "schema/operations", "dist"].map((path) =>
      mkdir(join(root, path), { recursive: true }),
    ),
  );
  await cp("src/build/freshness.js", join(root, "src/build/freshness.js"));
  for (const file of ["tsconfig.json", "package-lock.json", "schema/openapi.yaml"]) {
    await writeFile(join(root, file), "{}");
  }
  await writeFile(join(root, "package.json"), '{"type":"module"}');
  await writeFile(join(root, "src/one.ts"), "export const one = 1;");
  return root;
}

describe("The freshness of a build", () => {
  let root: string;
  beforeEach(async () => (root = await project()));
  afterEach(() => rm(root, { recursive: true, force: true }));

  const ask = (...args: string[]): Promise<{ code: number; output: string }> =>
    new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        [join(root, "src/build/freshness.js"), ...args],
        (_, output) => resolve({ code: child.exitCode ?? -1, output }),
      );
    });

  it("is confirmed, without output, after a build, also for a later copy of the same sources", async () => {
    await ask("--mark");
    await utimes(join(root, "src/one.ts"), new Date(), new Date(Date.now() + 60_000));

    const answer = await ask();

    expect(answer).toEqual({ code: 0, output: "" });
  });

  it.each([
    ["a source that has changed", "src/one.ts", "export const one = 2;"],
    ["another example operation", "schema/operations/search.graphql", "{ __typename }"],
    ["a new source", "src/deeper/two.ts", ""],
    ["another setting of the compiler", "tsconfig.json", '{"include":["src"]}'],
    ["another version of a package", "package-lock.json", '{"lockfileVersion":3}'],
    ["another description of the interface", "schema/openapi.yaml", "openapi: 3.1.1"],
    ["no build at all", "dist/.built-from", ""],
  ])("is denied, and a build is announced, for %s", async (_, path, content) => {
    await ask("--mark");
    await mkdir(join(root, "src/deeper"));
    await writeFile(join(root, path), content);

    const { code, output } = await ask();

    expect(code).toBe(1);
    expect(output).toMatch(/^Building, because .*\n$/);
  });

  it("is not confirmed until another build has ended, even if the sources are restored", async () => {
    await ask("--mark");
    await writeFile(join(root, "src/one.ts"), "export const one = 2;");
    await ask();
    await writeFile(join(root, "src/one.ts"), "export const one = 1;");

    const { code } = await ask();

    expect(code).toBe(1);
  });

  it("decides whether npm start builds", async () => {
    const { scripts } = JSON.parse(await readFile("package.json", "utf8")) as {
      scripts: Record<string, string>;
    };

    expect(scripts["prestart"]).toBe("node src/build/freshness.js || npm run build");
    expect(scripts["build"]).toMatch(/&& node src\/build\/freshness\.js --mark$/);
  });
});
