/** Letters without a Unicode decomposition, and how people type them on other keyboards. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ł: "l",
  ŋ: "n",
  ŧ: "t",
  ı: "i",
  ə: "e",
  ς: "σ",
};

/**
 * Letters of other scripts that look like Latin ones, as capitals or as small letters, and the Latin
 * letter. Source: M. Davis et al., "Unicode Security Mechanisms", UTS #39, 2025, confusables.
 */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map([
  ...lettersOf("авекмнорстухѕіјһԁԛԝӏ", "abekmhopctyxsijhdqwl"),
  ...lettersOf("αβεζηικμνορτυχ", "abezhikmnoptyx"),
]);

const LOOK_ALIKE = new RegExp(`[${[...LOOK_ALIKES.keys()].join("")}]`, "gu");

/** Katakana that have a hiragana of the same sound, at a lower code point. */
const KATAKANA = /[\u30a1-\u30f6]/gu;
const HIRAGANA_OFFSET = 0x60;

const APOSTROPHES = /['`´‘’‛ʹʻʼʽ′]/gu;

/** Marks, and characters that are not seen; the zero-width space divides words. */
const UNSEEN = /[\p{M}\p{Default_Ignorable_Code_Point}]/gu;
const ZERO_WIDTH_SPACE = /\u200b/gu;

const PLAIN_LETTER = new RegExp(`[${Object.keys(PLAIN_LETTERS).join("")}]`, "gu");

const PLAIN_WORDS = /^[A-Za-z0-9 ]+$/u;

/** Replaces kinds of quotation marks and dashes by those of a keyboard. */
export function plainPunctuation(text: string): string {
  return text
    .replace(/[‘’ʼ′`]/gu, "'")
    .replace(/[“”„″]/gu, '"')
    .replace(/[‐‑‒–—―]/gu, "-");
}

/**
 * Folds the letters of a text, and keeps its punctuation and white space: lower case, full width and
 * ligatures as plain letters, without diacritics, apostrophes and characters that are not seen. Folding
 * twice changes nothing.
 *
 * Source: Unicode Standard Annex #15 (NFKD), marks removed.
 */
export function foldLetters(text: string): string {
  // The same result for plain words, which most names are, in a tenth of the time.
  if (PLAIN_WORDS.test(text)) return text.toLowerCase();
  const bare = (part: string): string =>
    part.normalize("NFKD").replace(UNSEEN, "").replace(APOSTROPHES, "");
  const spaced = plainPunctuation(text.replace(ZERO_WIDTH_SPACE, " "));
  const plain = bare(spaced.replace(APOSTROPHES, ""));
  return plainPunctuation(bare(plain.toLowerCase()))
    .replace(/\u2212/gu, "-")
    .replace(/\u2044/gu, "/")
    .replace(PLAIN_LETTER, (letter) => PLAIN_LETTERS[letter] ?? letter);
}

/**
 * Folds text to the form in which names are ordered: its letters folded, without punctuation, one space
 * between words. Text of punctuation alone, such as the band "!!!", keeps it, without white space. Folding twice changes
 * nothing.
 *
 * Other forms of names differ for a reason: track keys (`trackKeyFrom`) are defined by the interface,
 * recording keys (`recordingKeyFrom`) keep punctuation and marks of other scripts, and the cache of queries
 * ignores only what providers ignore.
 */
export function foldText(text: string): string {
  const letters = foldLetters(text);
  const words = letters.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  return words || withoutSpaces(letters) || withoutSpaces(text.toLowerCase());
}

/**
 * Replaces, in folded text, Greek and Cyrillic letters that look like Latin ones, and katakana by
 * hiragana, because people type names as they see and hear them. The result is for comparison alone: it has
 * no order of an alphabet.
 */
export function foldLookAlikes(folded: string): string {
  return folded
    .replace(LOOK_ALIKE, (letter) => LOOK_ALIKES.get(letter) ?? letter)
    .replace(KATAKANA, (letter) => String.fromCharCode(letter.charCodeAt(0) - HIRAGANA_OFFSET));
}

/** Folds text to the form in which its words are compared. */
export const foldForMatching = (text: string): string => foldLookAlikes(foldText(text));

const withoutSpaces = (text: string): string => text.replace(/\s+/gu, "");

/** Returns the letters of a text with those of another in their places. */
function lettersOf(letters: string, others: string): readonly (readonly [string, string])[] {
  const latin = [...others];
  return [...letters].map((letter, index) => [letter, latin[index] ?? letter]);
}
