import { foldText } from "../track/folded-text.js";
import { longestAt, phrasesAt, tokensOf, type Token } from "./sentence-tokens.js";
import { MAX_PHRASE_WORDS, vocabularyOf } from "./vocabulary.js";

/** The most words of a name in a sentence. */
const MAX_NAME_WORDS = 8;

/** The most places where names may stand: each costs some looks into the library. */
const MAX_NAME_PLACES = 3;

/** What may be a name at one place of a sentence. */
export interface NamePlace {
  readonly kind: "track" | "artist";
  /** Folded, the longest first. */
  readonly candidates: readonly string[];
}

/** Returns where a sentence may name tracks ("like", "than") and artists ("by"), the first places. */
export function namePlacesIn(sentence: string): readonly NamePlace[] {
  const tokens = tokensOf(sentence);
  const entryOf = vocabularyOf([]);
  const places: NamePlace[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const entry = longestAt(tokens, at, MAX_PHRASE_WORDS, entryOf);
    const kind = entry?.found.kind;
    if (entry === undefined || (kind !== "like" && kind !== "than" && kind !== "by")) continue;
    const candidates = candidatesAt(tokens, entry.end);
    if (candidates.length === 0) continue;
    places.push({ kind: kind === "by" ? "artist" : "track", candidates });
    at = entry.end - 1;
  }
  return places.slice(0, MAX_NAME_PLACES);
}

/** Reads the longest known name at a token, also in quotation marks. */
export function nameBehind<Named>(
  tokens: readonly Token[],
  at: number,
  names: ReadonlyMap<string, Named>,
): { readonly found: Named; readonly end: number } | undefined {
  const isQuoted = tokens[at]?.kind === "symbol";
  const read = longestAt(tokens, isQuoted ? at + 1 : at, MAX_NAME_WORDS, (folded) =>
    names.get(foldText(folded)),
  );
  const hasClosing = isQuoted && tokens[read?.end ?? 0]?.kind === "symbol";
  return read && { ...read, end: hasClosing ? read.end + 1 : read.end };
}

function candidatesAt(tokens: readonly Token[], at: number): readonly string[] {
  const begin = tokens[at]?.kind === "symbol" ? at + 1 : at;
  return phrasesAt(tokens, begin, MAX_NAME_WORDS).map(({ folded }) => foldText(folded));
}
