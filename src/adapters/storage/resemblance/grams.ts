/** Scripts with words of one or two characters, without spaces between words. */
const RUNS =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]+|[^\s\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]+/gu;
const DENSE = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u;

/**
 * Returns the set of grams of a text: the more grams two texts share, the more similar they are, in
 * any order of their words.
 *
 * A word gives its trigrams, with two spaces before it and one behind, so that its beginning
 * has the largest weight. Chinese and Japanese give characters and pairs of neighbours.
 *
 * @param folded text as `foldText` makes it
 *
 * Source: padded word trigrams as PostgreSQL's pg_trgm defines them, so that it can take over.
 */
export function gramsOf(folded: string): ReadonlySet<string> {
  const grams = new Set<string>();
  for (const [run] of folded.matchAll(RUNS)) {
    if (DENSE.test(run)) addNeighbours([...run], grams);
    else addTrigrams(`  ${run} `, grams);
  }
  return grams;
}

function addNeighbours(characters: readonly string[], grams: Set<string>): void {
  characters.forEach((character, index) => {
    grams.add(character);
    const next = characters[index + 1];
    if (next !== undefined) grams.add(character + next);
  });
}

function addTrigrams(padded: string, grams: Set<string>): void {
  for (let start = 0; start + 3 <= padded.length; start += 1) {
    grams.add(padded.slice(start, start + 3));
  }
}
