import { copyText } from "../parts/copy-text.js";

/** What a word counts in the heading, in the title of the page, and each time in the content, at most so often. */
const WEIGHTS = { heading: 10, title: 5, content: 1 };

const MAX_OCCURRENCES = 5;

const MAX_RESULTS = 10;

/** Characters of the content that are shown before the first word that was found, and in all, up to the end of a word. */
const EXCERPT_LEAD = 30;

const EXCERPT_LENGTH = 110;

/** Where the contents are above the page instead of beside it; the same as in `guide.css`. */
const NARROW = "(max-width: 60rem)";

const COPIED_MS = 2_000;

foldContents();
offerCopies();
offerSearch();

/** Folds the contents where they would push the page out of sight. */
function foldContents(): void {
  const contents = document.querySelector<HTMLDetailsElement>(".guide-contents details");
  const narrow = matchMedia(NARROW);
  const fold = (): void => {
    if (contents) contents.open = !narrow.matches;
  };
  narrow.addEventListener("change", fold);
  fold();
}

/** Adds a button to each block of code that copies it. */
function offerCopies(): void {
  for (const block of document.querySelectorAll(".guide-code")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", () => {
      void copyText(block.querySelector("code")?.textContent ?? "").then(() => {
        button.textContent = "Copied";
        setTimeout(() => (button.textContent = "Copy"), COPIED_MS);
      });
    });
    block.append(button);
  }
}

/** Shows the search field, and below it what it finds. */
function offerSearch(): void {
  const form = document.querySelector<HTMLFormElement>(".guide-search");
  const field = form?.querySelector("input");
  const status = form?.querySelector("[role=status]");
  const results = form?.querySelector<HTMLOListElement>(".guide-results");
  if (!form || !field || !status || !results) return;
  let sections: Promise<readonly GuideSection[]> | undefined;
  const close = (): void => {
    results.hidden = true;
    status.textContent = "";
  };
  const search = async (): Promise<void> => {
    const query = field.value;
    sections ??= readSections();
    const found = sectionsWith(await sections, query);
    // Typed on while the index was read.
    if (query !== field.value) return;
    results.replaceChildren(...found.map((section) => resultOf(section, query)));
    results.hidden = found.length === 0;
    status.textContent = query.trim() === "" ? "" : `${found.length} sections found`;
  };
  field.addEventListener("input", () => void search());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    results.querySelector("a")?.click();
  });
  form.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") {
      close();
      field.focus();
    }
  });
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) close();
  });
  field.addEventListener("focus", () => void search());
  // A result may be on the page that is open.
  results.addEventListener("click", close);
  form.hidden = false;
}

/** Reads the index. Without it, nothing is found, and the next page tries again. */
async function readSections(): Promise<readonly GuideSection[]> {
  const response = await fetch("search.json").catch(() => undefined);
  return response?.ok ? ((await response.json()) as readonly GuideSection[]) : [];
}

function resultOf(section: GuideSection, query: string): HTMLLIElement {
  const { title, text, url } = section;
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = url;
  const heading = document.createElement("strong");
  heading.textContent = text === title ? title : `${title}: ${text}`;
  const excerpt = document.createElement("span");
  excerpt.textContent = excerptOf(section, query);
  link.append(heading, excerpt);
  item.append(link);
  return item;
}

/** A section of the guide, as the build writes it into `search.json`. */
export interface GuideSection {
  /** The title of its page. */
  readonly title: string;
  /** Its heading. */
  readonly text: string;
  readonly content: string;
  readonly url: string;
}

/** Returns the sections with all words of a query, or words that begin with them, the best first. */
export function sectionsWith(
  sections: readonly GuideSection[],
  query: string,
): readonly GuideSection[] {
  const patterns = wordsOf(query).map((word) => new RegExp(`(?<![\\p{L}\\p{N}])${word}`, "gu"));
  if (patterns.length === 0) return [];
  return sections
    .map((section) => ({ section, score: scoreOf(section, patterns) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, MAX_RESULTS)
    .map(({ section }) => section);
}

/** Returns the part of a section's content where the first word of a query is found, else its beginning. */
export function excerptOf({ content }: GuideSection, query: string): string {
  const position = Math.max(0, content.toLowerCase().indexOf(wordsOf(query)[0] ?? ""));
  const start = position > EXCERPT_LEAD ? content.lastIndexOf(" ", position - EXCERPT_LEAD) + 1 : 0;
  const end = content.indexOf(" ", start + EXCERPT_LENGTH);
  const excerpt = end < 0 ? content.slice(start) : `${content.slice(start, end)} …`;
  return start > 0 ? `… ${excerpt}` : excerpt;
}

/** Returns the words of a text in lower case; they have letters, digits and `_` alone. */
const wordsOf = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

/** Returns 0 where a word is missing. */
function scoreOf(section: GuideSection, patterns: readonly RegExp[]): number {
  const countIn = (text: string, pattern: RegExp): number =>
    text.toLowerCase().match(pattern)?.length ?? 0;
  const scores = patterns.map(
    (pattern) =>
      WEIGHTS.heading * Math.min(1, countIn(section.text, pattern)) +
      WEIGHTS.title * Math.min(1, countIn(section.title, pattern)) +
      WEIGHTS.content * Math.min(MAX_OCCURRENCES, countIn(section.content, pattern)),
  );
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
}
