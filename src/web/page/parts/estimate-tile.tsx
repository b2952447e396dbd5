import { useId } from "preact/hooks";
import type { ComponentChildren, JSX } from "preact";
import { useLanguage, useTexts } from "../texts/language.js";
import type { FieldName } from "./field-value.js";
import { formatShare } from "./formats.js";

/** An estimated value, as the API names its parts. */
export interface ShownEstimate {
  readonly value: number | null;
  /** In [0, 1]. */
  readonly confidence: number;
  readonly method: "HEURISTIC" | "MEASURED" | "MODEL";
}

interface EstimateTileProps {
  readonly field: FieldName;
  readonly estimate: ShownEstimate;
  /** In [0, 1]. */
  readonly confidence: number;
  /** Whether the value is in [0, 1], and drawn as a bar. */
  readonly isShare?: boolean;
  readonly isLarge?: boolean;
  /** The value in words. */
  readonly children: ComponentChildren;
}

/** One value with its confidence as a line; what it means and its method are shown on hover and on focus. */
export function EstimateTile(props: EstimateTileProps): JSX.Element {
  const { fields, meanings, track } = useTexts();
  const { field, estimate, isShare = false, isLarge = false, children } = props;
  const aboutId = useId();
  const confidence = track.confidence(formatShare(useLanguage(), props.confidence));
  return (
    <div
      class={`estimate-tile ${isLarge ? "estimate-tile-large" : ""}`}
      // For programs that read the page.
      data-field={field}
      data-value={JSON.stringify(estimate)}
      tabIndex={0}
      role="group"
      aria-label={fields[field]}
      aria-describedby={aboutId}
    >
      <span class="estimate-name">{fields[field]}</span>
      <span class="estimate-value">{children}</span>
      {isShare && (
        <span class="estimate-share" aria-hidden="true">
          <span style={{ width: widthOf(estimate.value ?? 0) }} />
        </span>
      )}
      <span class="estimate-confidence" role="img" aria-label={confidence}>
        <span style={{ width: widthOf(props.confidence) }} />
      </span>
      <span class="estimate-about" id={aboutId} role="tooltip">
        {meanings[field]} {track.methods[estimate.method]} {confidence}.
      </span>
    </div>
  );
}

const widthOf = (share: number): string => `${String(Math.round(share * 100))}%`;
