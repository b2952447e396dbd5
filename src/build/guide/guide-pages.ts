import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { posix } from "node:path";
import { packageFile } from "../package-file.js";
import { escaped, MarkdownPage, type PageSection } from "./markdown-page.js";

/** Where the pages are, relative to the root. */
const GUIDE_FOLDER = "src/web/guide";

/** The page that the guide begins with: its links to the others are the contents, in their order. */
const START = "README.md";

/** A page of the guide. */
export interface GuidePage {
  /** Its file, e.g. "own-music.md". */
  readonly file: string;
  /** Its URL relative to the guide, e.g. "own-music"; "./" for the first page. */
  readonly url: string;
  readonly document: MarkdownPage;
}

/** A section of the guide as the search in the browser reads it. */
export interface SearchedSection extends PageSection {
  /** The title of its page. */
  readonly title: string;
  /** Its URL relative to the guide. */
  readonly url: string;
}

/**
 * Reads the pages of the guide, in the order of the contents.
 *
 * @throws {Error} a page is not in the contents
 */
export function guidePages(folder: URL = packageFile(`${GUIDE_FOLDER}/`)): readonly GuidePage[] {
  const pageOf = (file: string): GuidePage => ({
    file,
    url: pageUrl(file),
    document: new MarkdownPage(readFileSync(new URL(file, folder), "utf8")),
  });
  const start = pageOf(START);
  const present = readdirSync(folder).filter((name) => name.endsWith(".md") && name !== START);
  const linked = start.document.targets.map((target) => target.replace(/#.*$/, ""));
  const missing = present.filter((name) => !linked.includes(name));
  if (missing.length > 0) {
    throw new Error(`${GUIDE_FOLDER}/${START} has no link to: ${missing.join(", ")}`);
  }
  const order = [...new Set(linked)].filter((name) => present.includes(name));
  return [start, ...order.map(pageOf)];
}

const pageUrl = (file: string): string => (file === START ? "./" : file.replace(/\.md$/, ""));

/** Where a link of the guide leads. */
export interface ServedTarget {
  readonly url: string;
  /** The file of the repository that is served at the URL; undefined for pages and other hosts. */
  readonly file?: string;
}

/**
 * Finds where a link of a page leads in the served guide: to a page of it, to a copy of another file of the repository,
 * or to another host.
 *
 * @throws {Error} there is no such file
 */
export function servedTarget(target: string): ServedTarget {
  if (/^(?:[a-z][a-z0-9+.-]*:|#)/i.test(target)) return { url: target };
  const [path = "", fragment] = target.split("#");
  const hash = fragment === undefined ? "" : `#${fragment}`;
  const file = posix.join(GUIDE_FOLDER, path);
  const url = packageFile(file);
  if (!existsSync(url) || !statSync(url).isFile()) {
    throw new Error(`A page of the guide links to ${target}, which is no file.`);
  }
  if (posix.dirname(file) === GUIDE_FOLDER && file.endsWith(".md")) {
    return { url: `${pageUrl(posix.basename(file))}${hash}` };
  }
  return { url: `files/${file}${hash}`, file };
}

/** Returns what the search in the browser reads. */
export function searchedSections(pages: readonly GuidePage[]): readonly SearchedSection[] {
  return pages.flatMap(({ url, document }) =>
    document.sections.map((section) => ({
      ...section,
      title: document.title,
      url: `${url}#${section.anchor}`,
    })),
  );
}

/**
 * Renders a page as an HTML document.
 *
 * @param version of the program, e.g. "0.1.0"
 */
export function guideHtml(page: GuidePage, pages: readonly GuidePage[], version: string): string {
  const { document } = page;
  const content = document.htmlWith((target) => servedTarget(target).url);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${escaped(document.title)} – Overtone guide</title>
    <link rel="icon" href="icon.svg">
    <link rel="stylesheet" href="guide.css">
    <script type="module" src="guide.js"></script>
  </head>
  <body>
    <a class="shell-skip" href="#main">Skip to the content</a>
    <header class="shell-header guide-header">
      <a class="shell-brand" href="../"><img src="icon.svg" alt="" width="32" height="32">Overtone</a>
      <a class="guide-name" href="./">Guide to ${version}</a>
      <form class="guide-search" role="search" hidden>
        <input type="search" aria-label="Search the guide" placeholder="Search the guide" autocomplete="off">
        <p class="visually-hidden" role="status"></p>
        <ol class="guide-results" hidden></ol>
      </form>
    </header>
    <div class="guide-columns">
      <nav class="guide-contents" aria-label="Contents">
        <details open>
          <summary>Contents</summary>
          <ol>${pages.map((one) => entryOf(one, one === page)).join("")}</ol>
        </details>
      </nav>
      <main class="guide-main" id="main" tabindex="-1">
${content}${turnersOf(page, pages)}
      </main>
    </div>
  </body>
</html>
`;
}

/** Returns the entry of a page in the contents; that of the page itself has its headings. */
function entryOf({ url, document }: GuidePage, isCurrent: boolean): string {
  const title = escaped(document.title);
  if (!isCurrent) return `<li><a href="${url}">${title}</a></li>`;
  const headings = document.headings.filter(({ depth }) => depth === 2);
  const items = headings.map(
    ({ anchor, text }) => `<li><a href="#${anchor}">${escaped(text)}</a></li>`,
  );
  const list = items.length > 0 ? `<ol>${items.join("")}</ol>` : "";
  return `<li><a href="${url}" aria-current="page">${title}</a>${list}</li>`;
}

/** Returns the links to the pages before and after. */
function turnersOf(page: GuidePage, pages: readonly GuidePage[]): string {
  const index = pages.indexOf(page);
  const linkTo = (rel: "next" | "prev", label: string, other: GuidePage | undefined): string =>
    other
      ? `<a class="button" rel="${rel}" href="${other.url}">${label} ${escaped(other.document.title)}</a>`
      : "";
  const links = [
    linkTo("prev", "Before:", pages[index - 1]),
    linkTo("next", "Next:", pages[index + 1]),
  ].join("");
  return `<nav class="guide-turners" aria-label="Neighbouring pages">${links}</nav>`;
}
