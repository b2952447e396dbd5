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
