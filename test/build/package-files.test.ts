import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { packageFile } from "../../src/build/package-file.js";

const root = new URL("../../", import.meta.url);

/** Returns what a pattern matches in the TypeScript files below src, each with the file that it stands in. */
function matchesInSources(pattern: RegExp): readonly (readonly [file: string, match: string])[] {
  const files = readdirSync(new URL("src/", root), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => {
      const text = readFileSync(new URL(`src/${file}`, root), "utf8");
      return [...text.matchAll(pattern)].map(([, match = ""]) => [file, match] as const);
    });
}

describe("A file of the package that the code reads by its path", () => {
  it("exists where the code looks for it", () => {
    const named = matchesInSources(/packageFile\("([^"]+)"\)/g);

    const lost = named.filter(([, path]) => !existsSync(fileURLToPath(packageFile(path))));

    expect(named.length).toBeGreaterThan(5);
    expect(lost).toEqual([]);
  });

  it("is never found relative to a module, which lies elsewhere in the build and in its bundles", () => {
    expect(matchesInSources(/new URL\([`"](\.\.\/[^`"]+)[`"], import\.meta\.url\)/g)).toEqual([]);
  });
});
