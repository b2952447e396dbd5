import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  guideHtml,
  guidePages,
  searchedSections,
  servedTarget,
} from "../../src/build/guide/guide-pages.js";
import { MarkdownPage } from "../../src/build/guide/markdown-page.js";

const textOf = (html: string): string => html.replaceAll(/\s*\n\s*/g, "");

describe("A page of the guide", () => {
  it("has the anchors that code hosts give to headings", () => {
    const page = new MarkdownPage(
      "# One\n\n## `GET /x` & more, twice\n\n## Über uns\n\n## One\n\n## snake_case `--a-b`\n",
    );

    const anchors = page.headings.map(({ anchor }) => anchor);

    expect(anchors).toEqual(["one", "get-x--more-twice", "über-uns", "one-1", "snake_case---a-b"]);
  });

  it("is rendered without its comments and other HTML", () => {
    const page = new MarkdownPage("# A\n\n<!-- a note -->\n\n<script>alert(1)</script>\n\n1 < 2\n");

    const html = page.htmlWith((target) => target);

    expect(textOf(html)).toBe('<h1 id="a">A</h1><p>1 &lt; 2</p>');
  });

  it("has tables and code that the keyboard can scroll", () => {
    const page = new MarkdownPage("| a | b |\n| - | - |\n| `1` | 2 |\n\n```sh\necho '<&>'\n```\n");

    const html = page.htmlWith((target) => target);

    expect(textOf(html)).toBe(
      '<div class="guide-table" role="group" aria-label="Table" tabindex="0"><table>' +
        '<thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead>' +
        "<tbody><tr><td><code>1</code></td><td>2</td></tr></tbody></table></div>" +
        `<div class="guide-code"><pre tabindex="0"><code>echo '&lt;&amp;&gt;'</code></pre></div>`,
    );
  });

  it("names its blocks of code with the comment before them", () => {
    const page = new MarkdownPage(
      "<!-- not run: needs a file -->\n\n```sh\na\n```\n\n- in a list:\n\n  ```js\n  b\n  ```\n",
    );

    expect(page.codeBlocks).toEqual([
      { language: "sh", code: "a", comment: "not run: needs a file" },
      { language: "js", code: "b", comment: undefined },
    ]);
  });

  it("is found by the plain text below its headings", () => {
    const page = new MarkdownPage(
      "# A *b*\n\nOne [two](x.md).\n\n- three\n- `four`\n\n## C\n\n| five |\n| - |\n| six |\n",
    );

    expect(page.sections).toEqual([
      { text: "A b", anchor: "a-b", content: "One two. three four" },
      { text: "C", anchor: "c", content: "five six" },
    ]);
  });
});

describe("The guide", () => {
  it("links to its pages by names without an ending, and to other files as copies", () => {
    const targets = ["rest.md#track-keys", "README.md", "#here", "https://a.org/b.md"];
    const served = [...targets, "../../../schema/openapi.yaml"].map((target) =>
      servedTarget(target),
    );

    expect(served).toEqual([
      { url: "rest#track-keys" },
      { url: "./" },
      { url: "#here" },
      { url: "https://a.org/b.md" },
      { url: "files/schema/openapi.yaml", file: "schema/openapi.yaml" },
    ]);
  });

  it.each(["absent.md", "../page"])("refuses a link to %s, which is no file", (target) => {
    expect(() => servedTarget(target)).toThrow(`links to ${target}, which is no file`);
  });

  it("refuses a page that is not in the contents", () => {
    const folder = mkdtempSync(join(tmpdir(), "overtone-pages-"));
    const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
    write("README.md", "# Guide\n\n[B](b.md), [A](a.md#part) and [B](b.md#again)\n");
    for (const name of ["a", "b"]) write(`${name}.md`, `# ${name}\n`);
    const url = pathToFileURL(`${folder}/`);

    const files = guidePages(url).map(({ file }) => file);
    write("c.md", "# c\n");

    expect(files).toEqual(["README.md", "b.md", "a.md"]);
    expect(() => guidePages(url)).toThrow("README.md has no link to: c.md");
    rmSync(folder, { recursive: true });
  });

  it("has every page in the contents of each, with the headings of that one", () => {
    const pages = guidePages();
    const settings = pages.find(({ url }) => url === "settings")!;

    const html = guideHtml(settings, pages, "0.1.0");

    expect(pages.length).toBeGreaterThan(10);
    for (const { url } of pages) expect(html).toContain(`href="${url}"`);
    expect(html).toContain('<a href="settings" aria-current="page">Settings</a>');
    expect(html).toContain('<a href="#library">Library</a>');
  });

  it("is searched by all of its sections", () => {
    const sections = searchedSections(guidePages());

    expect(sections).toContainEqual(
      expect.objectContaining({ title: "Settings", text: "Library", url: "settings#library" }),
    );
  });
});
