import { InvalidInputError } from "../errors/request-errors.js";

/** Names of the pitch classes, C = 0. */
const pitchClassNames = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"] as const;

/** The mode of a key as the API has it: 1 is major, 0 is minor. */
export type Mode = 0 | 1;

/** A tonic and its mode. */
export interface MusicalKey {
  /** Pitch class of the tonic, integer in [0, 11], C = 0. */
  readonly tonic: number;
  readonly mode: Mode;
}

/** Returns the name of a key as the API has it, always with sharps: "A minor", "A# major". */
export function keyNameFrom({ tonic, mode }: MusicalKey): string {
  return `${pitchClassNames[tonic] ?? "?"} ${mode === 1 ? "major" : "minor"}`;
}

/** The number of positions on the circle of fifths. */
export const FIFTHS_IN_CIRCLE = 12;

/**
 * Returns the position of a key on the circle of fifths, integer in [0, 11]: C major is 0, each
 * fifth upwards one more. A minor key has the position of its relative major.
 */
export function circlePositionOf({ tonic, mode }: MusicalKey): number {
  const relativeMajor = mode === 1 ? tonic : tonic + 3;
  return (relativeMajor * 7) % FIFTHS_IN_CIRCLE;
}

/**
 * The tonics by position on the circle of fifths, as musicians write them: by the signature with fewer sharps or flats. F# major
 * and Eb minor, which have six of either, are named as on the Camelot wheel.
 */
const tonicNames = {
  major: ["C", "G", "D", "A", "E", "B", "F#", "Db", "Ab", "Eb", "Bb", "F"],
  minor: ["A", "E", "B", "F#", "C#", "G#", "Eb", "Bb", "F", "C", "G", "D"],
} as const;

const tonicNameOf = (key: MusicalKey): string =>
  tonicNames[key.mode === 1 ? "major" : "minor"][circlePositionOf(key)] ?? "?";

/** Returns the name of a key as musicians write it: "Bb major", "C# minor". */
export function writtenKeyNameFrom(key: MusicalKey): string {
  return `${tonicNameOf(key)} ${key.mode === 1 ? "major" : "minor"}`;
}

/** Returns the short name of a key, as tags and DJ software have it: "Bb", "C#m". */
export function shortKeyNameFrom(key: MusicalKey): string {
  return `${tonicNameOf(key)}${key.mode === 1 ? "" : "m"}`;
}

/**
 * Position on the circle of fifths, integer in [1, 12], as Camelot counts it: B major and
 * G# minor are 1, and each fifth upwards is one more.
 */
function camelotNumber(key: MusicalKey): number {
  return ((circlePositionOf(key) + 7) % FIFTHS_IN_CIRCLE) + 1;
}

/** Returns the Camelot notation, as DJ software shows it: A minor is "8A", C major is "8B". */
export function camelotFrom(key: MusicalKey): string {
  return `${camelotNumber(key)}${key.mode === 1 ? "B" : "A"}`;
}

/** Returns the Open Key notation: C major is "1d", A minor is "1m". */
export function openKeyFrom(key: MusicalKey): string {
  const number = ((camelotNumber(key) + 4) % 12) + 1;
  return `${number}${key.mode === 1 ? "d" : "m"}`;
}

/** All 24 keys. */
export const allKeys: readonly MusicalKey[] = ([0, 1] as const).flatMap((mode) =>
  pitchClassNames.map((_, tonic) => ({ tonic, mode })),
);

/**
 * The name of a key: a note, an optional accidental, and an optional mode, which is major by
 * default.
 */
const NAME = /^([a-g])\s?(#|♯|sharp|b|♭|flat)?\s*(major|maj|minor|min|m)?$/iu;

/**
 * Parses a key in any notation: Camelot ("8A" or "08A"), Open Key ("1m" or "01m"), a name ("A minor", "Bb major") or
 * its short form ("Am", "F#").
 *
 * @throws {InvalidInputError} the text is in none of these notations
 */
export function parseMusicalKey(text: string, parameter: string): MusicalKey {
  // DJ software also pads the number of the wheel with a zero, so that keys sort: "08A".
  const spelling = text.trim().replace(/^0(?=[1-9][a-z]$)/iu, "");
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
  // A single capital M means major.
  const isMinor = mode !== "M" && /^m(in(or)?)?$/iu.test(mode);
  return { tonic: (natural + shift + 12) % 12, mode: isMinor ? 0 : 1 };
}
