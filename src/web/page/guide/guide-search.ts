/** A section of the guide, as the build writes it into `search.json`. */
export interface GuideSection {
  /** The title of its page. */
  readonly title: string;
  /** Its heading. */
  readonly text: string;
  readonly content: string;
  readonly url: string;
}

/** What a word counts in the heading, in the title of the page, and each time in the content, at most so often. */
const WEIGHTS = { heading: 10, title: 5, content: 1 };
const MAX_OCCURRENCES = 5;

const MAX_RESULTS = 10;

/** Characters of the content that are shown before the first word that was found, and in all, up to the end of a word. */
const EXCERPT_LEAD = 30;
const EXCERPT_LENGTH = 110;

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
