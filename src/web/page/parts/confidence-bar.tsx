import type { JSX } from "preact";
import { useLanguage, useTexts } from "../texts/language.js";
import { formatShare } from "./formats.js";

/** A bar that is as long as an estimate is certain. */
export function ConfidenceBar({ confidence }: { readonly confidence: number }): JSX.Element {
  const { track } = useTexts();
  const label = track.confidence(formatShare(useLanguage(), confidence));
  return (
    <span class="part-confidence" role="img" aria-label={label}>
      <span style={{ width: `${String(Math.round(confidence * 100))}%` }} />
    </span>
  );
}
