import type { JSX } from "preact";
import { formatNumber } from "../parts/formats.js";
import { useLanguage, useTexts } from "../texts/language.js";

interface CountedTracksProps {
  /** `null` while it is not known. */
  readonly count: number | null;
  /** Stands in place of "0 tracks". */
  readonly none: string;
}

/** How many tracks a list has, as text. */
export function CountedTracks({ count, none }: CountedTracksProps): JSX.Element {
  const { library } = useTexts();
  const language = useLanguage();
  if (count === null) return <></>;
  const text = count === 0 ? none : library.trackCount(formatNumber(language, count), count === 1);
  return <>{text}</>;
}
