import { copyText } from "../parts/copy-text.js";
import { excerptOf, sectionsWith, type GuideSection } from "./guide-search.js";

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
