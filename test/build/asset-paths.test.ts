import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url);

/**
 * Returns the paths outside their own folder that TypeScript files below src name, by the path of
 * the file below src.
 */
function namedPaths(): readonly (readonly [string, string])[] {
  const files = readdirSync(new URL("src/", root), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => {
      const text = readFileSync(new URL(`src/${file}`, root), "utf8");
      const named = text.matchAll(/new URL\("(\.\.\/[^"]+)", import\.meta\.url\)/g);
      return [...named].map(([, path = ""]) => [file, path] as const);
    });
}

describe("A file that the code reads by its path", () => {
  it("is found from the build as well as from the source, because the build does not copy it", () => {
    const named = namedPaths();

    const lost = named.filter(([file, path]) => {
      const [fromSource, fromBuild] = ["src", "dist"].map((top) => new URL(`${top}/${file}`, root));
      const url = new URL(path, fromBuild);
      return url.href !== new URL(path, fromSource).href || !existsSync(fileURLToPath(url));
    });

    expect(named.length).toBeGreaterThan(5);
    expect(lost).toEqual([]);
  });
});
