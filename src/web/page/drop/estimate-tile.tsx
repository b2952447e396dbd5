import { useId } from "preact/hooks";
import type { ComponentChildren, JSX } from "preact";
import type { Estimate } from "../../../package/engine.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { formatShare } from "../parts/formats.js";

/** One value with its confidence as a line; its method is shown on hover and on focus. */
export function EstimateTile(props: {
  /** The name of the field, for programs that read the page. */
  readonly field: string;
  readonly name: string;
  readonly estimate: Estimate;
  /** Whether the value is in [0, 1], and drawn as a bar. */
  readonly isShare?: boolean;
  readonly isLarge?: boolean;
  /** The value in words; nothing where there is none. */
  readonly children: ComponentChildren;
}): JSX.Element {
  const { drop } = useTexts();
  const language = useLanguage();
  const aboutId = useId();
  const { field, name, estimate, isShare = false, isLarge = false, children } = props;
  const confidence = formatShare(language, estimate.confidence);
  return (
    <div
      class={`drop-tile ${isLarge ? "drop-tile-large" : ""}`}
      data-field={field}
      data-value={JSON.stringify(estimate)}
      tabIndex={0}
      role="group"
      aria-label={name}
      aria-describedby={aboutId}
    >
      <span class="drop-name">{name}</span>
      <span class="drop-value">{estimate.value === null ? drop.none : children}</span>
      {isShare && (
        <span class="drop-share" aria-hidden="true">
          <span style={{ width: widthOf(estimate.value ?? 0) }} />
        </span>
      )}
      <span class="drop-confidence" role="img" aria-label={drop.confidence(confidence)}>
        <span style={{ width: widthOf(estimate.confidence) }} />
      </span>
      <span class="drop-about" id={aboutId} role="tooltip">
        {drop.about(drop.methods[estimate.method], confidence)}
      </span>
    </div>
  );
}

const widthOf = (share: number): string => `${String(Math.round(share * 100))}%`;
