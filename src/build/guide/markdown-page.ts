import { Marked, type RendererObject, type Token, type Tokens } from "marked";

/** A heading of a page. */
export interface PageHeading {
  /** 1 for the title of the page. */
  readonly depth: number;
  readonly text: string;
  /** The fragment by which code hosts and the served guide link to it. */
  readonly anchor: string;
}

/** The text between two headings of a page, by which it is found. */
export interface PageSection extends Omit<PageHeading, "depth"> {
  readonly content: string;
}

/** A block of code. */
export interface CodeBlock {
  /** The word after the opening fence, e.g. "sh"; empty where there is none. */
  readonly language: string;
  readonly code: string;
  /** The text of the HTML comment right before the block; undefined where there is none. */
  readonly comment: string | undefined;
}

/** An HTML comment alone. */
const COMMENT = /^<!--\s*([^]*?)\s*-->\s*$/;

/** A document in GitHub Flavored Markdown. */
export class MarkdownPage {
  readonly headings: readonly PageHeading[];
  readonly #tokens: readonly Token[];

  constructor(markdown: string) {
    this.#tokens = new Marked().lexer(markdown);
    const isHeading = (token: Token): token is Tokens.Heading => token.type === "heading";
    const headings = this.#tokens.filter(isHeading);
    const anchors = anchorsOf(headings.map(({ tokens }) => textOf(tokens)));
    this.headings = headings.map(({ depth, tokens }, index) => ({
      depth,
      text: textOf(tokens),
      anchor: anchors[index] ?? "",
    }));
  }

  /** The first heading. */
  get title(): string {
    return this.headings[0]?.text ?? "";
  }

  /** The targets of links and pictures, as they are written, in order. */
  get targets(): readonly string[] {
    return this.#everyToken().flatMap((token) =>
      token.type === "link" || token.type === "image" ? [String(token["href"])] : [],
    );
  }

  /** The blocks of code, in order, those in lists included. */
  get codeBlocks(): readonly CodeBlock[] {
    const tokens = this.#everyToken().filter(({ type }) => type !== "space");
    return tokens.flatMap((token, index) => {
      if (token.type !== "code") return [];
      const { lang, text } = token as Tokens.Code;
      const comment = COMMENT.exec(tokens[index - 1]?.raw ?? "")?.[1];
      return [{ language: lang ?? "", code: text, comment }];
    });
  }

  /** The sections, from the title on; what is before the first heading is left out. */
  get sections(): readonly PageSection[] {
    const sections: { heading: PageHeading; content: string[] }[] = [];
    for (const token of this.#tokens) {
      const heading = this.headings[sections.length];
      if (token.type === "heading" && heading) sections.push({ heading, content: [] });
      else sections.at(-1)?.content.push(textOf([token]));
    }
    return sections.map(({ heading: { text, anchor }, content }) => ({
      text,
      anchor,
      content: content.join(" ").replaceAll(/\s+/g, " ").trim(),
    }));
  }

  /** Returns all tokens, each before those that it contains. */
  #everyToken(): readonly Token[] {
    const all: Token[] = [];
    void new Marked().walkTokens([...this.#tokens], (token) => {
      all.push(token);
    });
    return all;
  }

  /**
   * Renders the page as HTML. Comments are left out, and so is other HTML.
   *
   * @param urlOf returns the URL of a link or a picture by what is written
   */
  htmlWith(urlOf: (target: string) => string): string {
    const anchors = this.headings.map(({ anchor }) => anchor);
    return new Marked({ renderer: rendererWith(anchors, urlOf) }).parser([...this.#tokens]);
  }
}

function rendererWith(
  anchors: readonly string[],
  urlOf: (target: string) => string,
): RendererObject {
  const remaining = [...anchors];
  return {
    html: () => "",
    heading({ tokens, depth }) {
      const text = this.parser.parseInline(tokens);
      const anchor = remaining.shift() ?? "";
      const link = `<a class="guide-anchor" href="#${anchor}" aria-label="Link to: ${escaped(textOf(tokens))}">#</a>`;
      return depth === 1
        ? `<h1 id="${anchor}">${text}</h1>\n`
        : `<h${depth} id="${anchor}">${text} ${link}</h${depth}>\n`;
    },
    // Both are wider than a phone, so that they are scrolled, with the keyboard too.
    code: ({ text }) =>
      `<div class="guide-code"><pre tabindex="0"><code>${escaped(text)}</code></pre></div>\n`,
    table(token) {
      const rowOf = (cells: readonly Tokens.TableCell[], tag: "td" | "th"): string =>
        `<tr>${cells
          .map(({ tokens }) => {
            const scope = tag === "th" ? ' scope="col"' : "";
            return `<${tag}${scope}>${this.parser.parseInline(tokens)}</${tag}>`;
          })
          .join("")}</tr>`;
      const body = token.rows.map((row) => rowOf(row, "td")).join("\n");
      const table = `<table><thead>${rowOf(token.header, "th")}</thead><tbody>${body}</tbody></table>`;
      return `<div class="guide-table" role="group" aria-label="Table" tabindex="0">${table}</div>\n`;
    },
    link({ href, tokens }) {
      return `<a href="${escaped(urlOf(href))}">${this.parser.parseInline(tokens)}</a>`;
    },
    image: ({ href, text }) => `<img src="${escaped(urlOf(href))}" alt="${escaped(text)}">`,
  };
}

/** Returns the text of tokens without marks; cells and list items are separated by spaces. */
function textOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === "html") return "";
      if (token.type === "table") {
        const { header, rows } = token as Tokens.Table;
        return [header, ...rows]
          .flat()
          .map((cell) => textOf(cell.tokens))
          .join(" ");
      }
      if (token.type === "list") {
        return (token as Tokens.List).items.map((item) => textOf(item.tokens)).join(" ");
      }
      const { tokens: inner, text } = token as { tokens?: readonly Token[]; text?: string };
      return inner ? textOf(inner) : (text ?? "");
    })
    .join("");
}

/**
 * Returns the anchors of headings as GitHub makes them: lower case, without punctuation, spaces as hyphens, and a
 * number for those that repeat.
 */
function anchorsOf(headings: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  return headings.map((heading) => {
    const plain = heading.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "");
    const anchor = plain.replaceAll(" ", "-");
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
}

/** Returns a text as HTML. */
export const escaped = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
