import { foldLetters, foldLookAlikes } from "../../domain/track/folded-text.js";
import type { SearchQuery } from "../../domain/track/search-query.js";

/** The weights of title and artist, which are part of the API. */
const TRACK_WEIGHT = 0.7;
const ARTIST_WEIGHT = 0.3;

/**
 * Folds a name for scores: its letters folded, without white space and `+`. Unlike `foldForMatching` it
 * keeps punctuation, which counts. A name of these alone, such as "+", stays.
 */
function foldForScore(name: string): string {
  const folded = foldLookAlikes(foldLetters(name));
  return folded.replace(/[\s+]/gu, "") || name.trim();
}

function bigramCounts(text: string): Map<string, number> {
  const characters = [...text];
  const counts = new Map<string, number>();
  for (let i = 0; i + 1 < characters.length; i++) {
    const bigram = `${characters[i]}${characters[i + 1]}`;
    counts.set(bigram, (counts.get(bigram) ?? 0) + 1);
  }
  return counts;
}

const total = (counts: Map<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

/**
 * Returns the Sørensen-Dice coefficient of two names over character bigrams, [0, 1].
 *
 * Symmetric; 1 for names that are equal after folding. Names of one character
 * have no bigrams, so that they score 1 or 0.
 *
 * Source: L. R. Dice, "Measures of the Amount of Ecologic Association Between Species", Ecology
 * 26(3), 1945, on multisets of bigrams.
 */
export function nameSimilarity(left: string, right: string): number {
  return bigramSimilarity(foldForScore(left), foldForScore(right));
}

/** Returns the same of names that are folded. */
export function bigramSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  const [inA, inB] = [bigramCounts(a), bigramCounts(b)];
  const size = total(inA) + total(inB);
  if (size === 0) return 0;
  let common = 0;
  for (const [bigram, count] of inA) common += Math.min(count, inB.get(bigram) ?? 0);
  return (2 * common) / size;
}

/**
 * Returns how closely a track matches a query, [0, 1], in steps of 0.0001: 0.7 times the similarity
 * of the title plus 0.3 times that of the artist; that of the title alone where the query has no
 * artist; `wordsScore` where it is of any name.
 */
export function matchScore(
  query: Omit<SearchQuery, "limit">,
  track: { readonly trackName: string; readonly artist: string },
): number {
  if (query.isOfAnyName) return wordsScore(query.track, track);
  const title = nameSimilarity(query.track, track.trackName);
  const score =
    query.artist === undefined
      ? title
      : TRACK_WEIGHT * title + ARTIST_WEIGHT * nameSimilarity(query.artist, track.artist);
  return inSteps(score);
}

/**
 * Returns how closely the names of a track match words of any of them, [0, 1], in steps of 0.0001: the largest similarity
 * with its title, its artist, or both.
 */
export function wordsScore(
  words: string,
  { trackName, artist }: { readonly trackName: string; readonly artist: string },
): number {
  const names = [trackName, artist, `${artist} ${trackName}`, `${trackName} ${artist}`];
  return inSteps(Math.max(...names.map((name) => nameSimilarity(words, name))));
}

const inSteps = (score: number): number => Math.round(score * 10_000) / 10_000;
