import type { Texts } from "../texts/texts.js";

/** Returns the name of a key in the reader's language; `null` where there is no key. */
export function keyNameIn(
  texts: Pick<Texts, "viewParts">,
  key: number | null,
  mode: number | null,
): string | null {
  const { tonics, major, minor } = texts.viewParts;
  const tonic = key === null ? undefined : tonics[key];
  if (tonic === undefined || mode === null) return null;
  return mode === 1 ? major(tonic) : minor(tonic);
}
