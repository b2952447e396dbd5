import { InvalidInputError } from "../errors/request-errors.js";

/** Pitch-class names as the contract spells them, C = 0. */
const pitchClassNames = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"] as const;

/** 1 is major, 0 is minor: the numbers of the wire. */
export type Mode = 0 | 1;

/** A tonic and its mode. */
export interface MusicalKey {
  /** Pitch class of the tonic, integer in [0, 11], C = 0. */
  readonly tonic: number;
  readonly mode: Mode;
}

/** The key in words: "A minor", "F# major". */
export function keyNameFrom({ tonic, mode }: MusicalKey): string {
  return `${pitchClassNames[tonic] ?? "?"} ${mode === 1 ? "major" : "minor"}`;
}

/**
 * Position on the circle of fifths, integer in [1, 12], as Camelot counts it: B major and
 * G# minor are 1, and each fifth upwards is one more.
 */
function camelotNumber({ tonic, mode }: MusicalKey): number {
  const relativeMajor = mode === 1 ? tonic : (tonic + 3) % 12;
  return ((relativeMajor * 7 + 7) % 12) + 1;
}

/** Camelot spelling, as DJ software shows it: A minor is "8A", C major is "8B". */
export function camelotFrom(key: MusicalKey): string {
  return `${camelotNumber(key)}${key.mode === 1 ? "B" : "A"}`;
}

/** Open Key spelling: C major is "1d", A minor is "1m". */
export function openKeyFrom(key: MusicalKey): string {
  const number = ((camelotNumber(key) + 4) % 12) + 1;
  return `${number}${key.mode === 1 ? "d" : "m"}`;
}

/** Every key there is. */
export const allKeys: readonly MusicalKey[] = ([0, 1] as const).flatMap((mode) =>
  pitchClassNames.map((_, tonic) => ({ tonic, mode })),
);

/** A note, whether it is sharp or flat, and a mode; without a mode it is major, as musicians have it. */
const NAME = /^([a-g])\s?(#|♯|sharp|b|♭|flat)?\s*(major|maj|minor|min|m)?$/iu;

/**
 * A key from outside, in any of its spellings: Camelot ("8A"), Open Key ("1m"), a name ("A minor",
 * "Bb major") or its short form ("Am", "F#").
 *
 * @throws {InvalidInputError} it is none of these
 */
export function parseMusicalKey(text: string, parameter: string): MusicalKey {
  const spelling = text.trim();
  const onWheel = allKeys.find(
    (key) =>
      camelotFrom(key) === spelling.toUpperCase() || openKeyFrom(key) === spelling.toLowerCase(),
  );
  const key = onWheel ?? namedKey(spelling);
  if (key !== undefined) return key;
  throw new InvalidInputError(parameter, 'must be a key such as "8A", "1m", "A minor" or "Bb"');
}

function namedKey(spelling: string): MusicalKey | undefined {
  const [, note, accidental = "", mode = "major"] = NAME.exec(spelling) ?? [];
  if (note === undefined) return undefined;
  const natural = pitchClassNames.findIndex((name) => name === note.toUpperCase());
  const shift = accidental === "" ? 0 : /^(#|♯|sharp)$/iu.test(accidental) ? 1 : -1;
  // A capital M alone stands for major.
  const isMinor = mode !== "M" && /^m(in(or)?)?$/iu.test(mode);
  return { tonic: (natural + shift + 12) % 12, mode: isMinor ? 0 : 1 };
}
