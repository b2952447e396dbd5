import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
}

describe("The check of licences", () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "overtone-licences-"));
    await mkdir(join(root, "src/build"), { recursive: true });
    await cp("src/build/licences.js", join(root, "src/build/licences.js"));
    await cp("README.md", join(root, "README.md"));
    await writeFile(join(root, "package.json"), '{"type":"module"}');
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  async function checked(packages: Record<string, Locked>) {
    const present = JSON.parse(await readFile("package-lock.json", "utf8")) as {
      packages: Record<string, Locked>;
    };
    const lock = { packages: { ...present.packages, ...packages } };
    await writeFile(join(root, "package-lock.json"), JSON.stringify(lock));
    return new Promise<{ code: number | null; errors: string }>((resolve) => {
      const child = execFile(
        process.execPath,
        [join(root, "src/build/licences.js"), "--check"],
        (_, __, errors) => resolve({ code: child.exitCode, errors }),
      );
    });
  }

  it("passes for the installed packages: the README names those that are not permissive", async () => {
    expect(await checked({})).toEqual({ code: 0, errors: "" });
  });

  it.each(["GPL-3.0-only", "(GPL-2.0-only AND MIT)", undefined])(
    "names a package for production that is not permissive: %s",
    async (license) => {
      const packages = { "node_modules/new": { version: "1.2.3", ...(license && { license }) } };

      const { code, errors } = await checked(packages);

      expect(code).toBe(1);
      expect(errors).toContain(`new 1.2.3: ${license ?? "not stated"} is not permissive`);
    },
  );

  it.each<Locked>([
    { version: "1.0.0", license: "(GPL-3.0-only OR MIT)" },
    { version: "1.0.0", license: "GPL-3.0-only", dev: true },
  ])("passes for a permissive choice, and for packages of development only: %j", async (one) => {
    expect(await checked({ "node_modules/new": one })).toMatchObject({ code: 0 });
  });
});
