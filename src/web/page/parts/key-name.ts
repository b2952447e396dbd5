import { WHEEL_KEYS } from "./wheel-keys.js";
import type { Texts } from "../texts/texts.js";

/** The pitch classes of tonics that musicians write as flats, in a minor and in a major key: the signature has fewer accidentals. */
const FLATS = [
  [3, 10],
  [1, 3, 8, 10],
] as const satisfies readonly (readonly number[])[];

/** Returns the name of a key in the reader's language; `null` where there is no key. */
export function keyNameIn(
  texts: Pick<Texts, "viewParts">,
  key: number | null,
  mode: number | null,
): string | null {
  const { tonics, flatTonics, major, minor } = texts.viewParts;
  if (key === null || mode === null) return null;
  const flats: readonly number[] = FLATS[mode === 1 ? 1 : 0];
  const tonic = (flats.includes(key) ? flatTonics : tonics)[key];
  if (tonic === undefined) return null;
  return mode === 1 ? major(tonic) : minor(tonic);
}

/** The pitch classes of the API, which writes sharps only. */
const API_TONICS = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"];

/** Returns a key of the API, "A# minor" or "3A", in the reader's language; any other text as it is. */
export function keyNameOf(texts: Pick<Texts, "viewParts">, text: string): string {
  const [tonic = "", mode = ""] = text.split(" ");
  const named = { tonic: API_TONICS.indexOf(tonic), mode: { minor: 0, major: 1 }[mode] ?? null };
  const { tonic: key, mode: keyMode } = WHEEL_KEYS.find(({ camelot }) => camelot === text) ?? named;
  return keyNameIn(texts, key, keyMode) ?? text;
}
