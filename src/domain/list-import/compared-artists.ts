import { foldForMatching } from "../track/folded-text.js";

/** How programs write several artists in one text. */
const SEPARATORS =
  /\s*[,;/&+|]\s*|\s+(?:and|und|et|y|x|vs\.?|with|presents|pres\.?|feat\.?|ft\.?|featuring)\s+|\s*[([]\s*(?:feat\.?|ft\.?|featuring|with)\s+|[)\]]/iu;

/** "Beatles, The" */
const ARTICLE_BEHIND = /^(.+),\s+(the|die|der|das|los|las|les|le|la)$/iu;

/** Articles before a name, which tags have and lack. */
const ARTICLE_BEFORE = /^(?:the|die|los|las|les) (?=.)/u;

/** What stands in place of an artist that is not known, or of many. */
const UNNAMED = new Set([
  ...["", "unknown", "unknown artist", "various", "various artists", "va", "diverse"],
  ...["unbekannt", "unbekannter interpret", "verschiedene interpreten", "artiste inconnu", "n a"],
]);

/** The artists of a track as they are compared. */
export interface ComparedArtists {
  /** All names but guests in one, without spaces; empty where no artist is known. */
  readonly whole: string;
  /** The artists one by one, each without spaces, in their order; none where no artist is known. */
  readonly names: readonly string[];
}

/** Guests behind an artist. */
const GUESTS = /\s*[([]?\s*\b(?:feat\.?|ft\.?|featuring)\s.*$/iu;

/** Returns an artist as it is compared: folded, with "and" for its signs, without an article and spaces. */
function comparedArtistOf(name: string): string {
  const folded = foldForMatching(name.replace(/[&+]/gu, " and "));
  return UNNAMED.has(folded) ? "" : folded.replace(ARTICLE_BEFORE, "").replaceAll(" ", "");
}

/**
 * Returns the artists of a text as they are compared. A band such as "Earth, Wind & Fire" is parted as well, on both sides of a
 * comparison in the same way.
 *
 * @param others artists that are named elsewhere, such as guests in a title
 */
export function comparedArtistsOf(
  text: string | undefined,
  others: readonly string[] = [],
): ComparedArtists {
  if (text === undefined) return { whole: "", names: others.map(comparedArtistOf).filter(isNamed) };
  const name = text.replace(ARTICLE_BEHIND, "$2 $1");
  const parts = SEPARATORS.test(name) ? name.split(SEPARATORS) : [name];
  const names = [...parts, ...others].map(comparedArtistOf).filter(isNamed);
  return { whole: comparedArtistOf(name.replace(GUESTS, "")), names: [...new Set(names)] };
}

const isNamed = (name: string): boolean => name !== "";
