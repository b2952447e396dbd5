import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { MarkdownPage } from "../../src/build/guide/markdown-page.js";

/** The Markdown documents of the repository, by their paths. */
const documents = new Map(
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
    encoding: "utf8",
  })
    .split("\n")
    .filter((path) => existsSync(path) && path !== "")
    .map((path) => [path, new MarkdownPage(readFileSync(path, "utf8"))] as const),
);

const isOnAnotherHost = (target: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(target);

/** Whether a link of a document leads to a file or a folder, and to a heading where it names one. */
function leadsSomewhere(document: string, target: string): boolean {
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? document : posix.join(posix.dirname(document), path);
  if (anchor === undefined) return existsSync(file);
  const headings = documents.get(file)?.headings ?? [];
  return headings.some((heading) => heading.anchor === anchor);
}

describe("The documents of the repository", () => {
  it("include the guide, and those of the root and of folders", () => {
    const expected = ["README.md", "CONTRIBUTING.md", "src/web/guide/README.md"];

    expect([...documents.keys()]).toEqual(expect.arrayContaining(expected));
  });

  it.each([...documents])("link only to what exists: %s", (path, { targets }) => {
    const dead = targets.filter(
      (target) => !isOnAnotherHost(target) && !leadsSomewhere(path, target),
    );

    expect(dead).toEqual([]);
  });
});
