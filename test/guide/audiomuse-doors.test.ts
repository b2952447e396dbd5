import { readFileSync } from "node:fs";
import { MarkdownPage } from "../../src/build/guide/markdown-page.js";

const page = readFileSync("src/web/guide/audiomuse.md", "utf8");
const anchors = new MarkdownPage(page).headings.map(({ anchor }) => anchor);

/** The paths that the application describes, which its tests hold against its routes. */
const described = new Set(
  [...readFileSync("schema/openapi.yaml", "utf8").matchAll(/^ {2}(\/\S*):$/gm)].map(
    ([, path = ""]) => path,
  ),
);

/** The rows of the table of AudioMuse-AI's API: its paths, and what is here. */
const [, section = ""] = page.split("## Its API, row by row");
const rows = section
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .filter(([, path = ""]) => /^`\//.test(path))
  .map(([, path = "", here = ""]) => ({ path, here }));

const pathsIn = (cell: string): readonly string[] =>
  [...cell.matchAll(/`(\/[^`]*)`/g)].map(([, path = ""]) => path);

describe("The table of AudioMuse-AI's doors", () => {
  it("is in the guide, and has every route of its dialect", () => {
    expect(anchors).toContain("its-api-row-by-row");
    expect(rows.length).toBeGreaterThan(20);
    const same = rows
      .filter(({ here }) => here === "the same")
      .flatMap(({ path }) => pathsIn(path));
    const ofDialect = [...described].filter(
      (path) =>
        /^\/(?:api|external)\/[a-z_]+$/.test(path) &&
        path !== "/api/session" &&
        path !== "/api/webhooks",
    );
    expect(new Set(same)).toEqual(new Set(ofDialect));
  });

  it.each(rows)("names what the application has: $path → $here", ({ path, here }) => {
    const paths = pathsIn(path);
    const doors = here === "the same" ? paths : pathsIn(here);

    expect(here === "nothing" || doors.length > 0).toBe(true);
    expect(doors.filter((door) => !described.has(door))).toEqual([]);
    if (here !== "the same") expect(paths.filter((one) => described.has(one))).toEqual([]);
  });
});
