import { keyNameFrom, parseMusicalKey, type Mode } from "../analysis/musical-key.js";
import { longestAt, type Token } from "./sentence-tokens.js";
import type { ReadConditions } from "./number-phrases.js";

/** Words before a key that asks for those that mix with it. */
const mixing = [
  "compatible with",
  "mixes with",
  "mixing with",
  "harmonic with",
  "passend zu",
  "kompatibel mit",
  "mischbar mit",
];

/** Words for modes; the German ones stand with German names of notes. */
const modes: Readonly<Record<string, { readonly mode: Mode; readonly isGerman: boolean }>> = {
  major: { mode: 1, isGerman: false },
  maj: { mode: 1, isGerman: false },
  minor: { mode: 0, isGerman: false },
  min: { mode: 0, isGerman: false },
  dur: { mode: 1, isGerman: true },
  moll: { mode: 0, isGerman: true },
};

/** Pitch classes of the names of notes, C = 0. */
const englishNotes: Readonly<Record<string, number>> = {
  c: 0,
  d: 2,
  e: 4,
  f: 5,
  g: 7,
  a: 9,
  b: 11,
};

/** In German, B is a semitone below H, "is" raises a note, and "es" lowers it. */
const germanNotes: Readonly<Record<string, number>> = {
  ...{ c: 0, cis: 1, des: 1, d: 2, dis: 3, es: 3, e: 4, fes: 4, eis: 5, f: 5, fis: 6, ges: 6 },
  ...{ g: 7, gis: 8, as: 8, a: 9, ais: 10, b: 10, his: 0, h: 11, ces: 11 },
};

const accidentals: Readonly<Record<string, number>> = {
  ...{ "#": 1, "♯": 1, sharp: 1, "♭": -1, flat: -1 },
};

/** Reads a key: "A minor", "F# major", "c-Moll", "B-Dur", "8A", "compatible with 8A". */
export function keyAt(tokens: readonly Token[], at: number): ReadConditions | undefined {
  const mixed = longestAt(tokens, at, 2, (folded) => mixing.find((one) => one === folded));
  if (mixed !== undefined) {
    const key = wheelKeyAt(tokens, mixed.end) ?? namedKeyAt(tokens, mixed.end);
    return key && { conditions: { camelotCompatibleWith: key.name }, end: key.end };
  }
  const key = wheelKeyAt(tokens, at) ?? namedKeyAt(tokens, at);
  return key && { conditions: { keyIn: [key.name] }, end: key.end };
}

interface ReadKey {
  readonly name: string;
  readonly end: number;
}

/** Reads a key as DJ software shows it. */
function wheelKeyAt(tokens: readonly Token[], at: number): ReadKey | undefined {
  const [number, letter] = [tokens[at], tokens[at + 1]];
  const isOnWheel =
    number?.kind === "number" &&
    /^(?:0?[1-9]|1[0-2])$/u.test(number.text) &&
    letter?.isJoined === true &&
    /^[ab]$/u.test(letter.folded);
  return isOnWheel
    ? { name: keyNameFrom(parseMusicalKey(number.text + letter.text, "text")), end: at + 2 }
    : undefined;
}

/** Reads a note and its mode; "a minor key" asks for a mode, and "A minor" for a key. */
function namedKeyAt(tokens: readonly Token[], at: number): ReadKey | undefined {
  const note = tokens[at];
  if (note?.kind !== "word") return undefined;
  const accidental = accidentals[tokens[at + 1]?.folded ?? ""];
  let end = accidental === undefined ? at + 1 : at + 2;
  if (tokens[end]?.text === "-") end += 1;
  const word = modes[tokens[end]?.folded ?? ""];
  if (word === undefined) return undefined;
  const isArticle = note.text === "a" && tokens[end + 1]?.folded === "key";
  const pitch = word.isGerman ? germanNotes[note.folded] : englishPitchOf(note);
  if (pitch === undefined || isArticle) return undefined;
  const tonic = (pitch + (accidental ?? 0) + 12) % 12;
  return { name: keyNameFrom({ tonic, mode: word.mode }), end: end + 1 };
}

/** Returns the pitch class of a note, also of one with its accidental in one word, as "Bb" is. */
function englishPitchOf({ folded }: Token): number | undefined {
  const pitch = englishNotes[folded.charAt(0)];
  if (pitch === undefined || folded.length > 2) return undefined;
  if (folded.length === 2) return folded.endsWith("b") ? (pitch + 11) % 12 : undefined;
  return pitch;
}
