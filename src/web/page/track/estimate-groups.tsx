import type { JSX } from "preact";
import { ConfidenceBar } from "../parts/confidence-bar.js";
import { formatField, type FieldName } from "../parts/field-value.js";
import { formatShare } from "../parts/formats.js";
import { keyNameIn } from "../parts/key-name.js";
import { useLanguage, useTexts } from "../texts/language.js";
import type { ShownAnalysis } from "./use-track.js";

const MAIN_FIELDS = ["tempo", "key", "timeSignature"] as const;
const MOOD_FIELDS = ["happy", "sad", "relaxed", "aggressive"] as const;
const CHARACTER_FIELDS = [
  "energy",
  "danceability",
  "valence",
  "arousal",
  "instrumentalness",
  "speechiness",
  "liveness",
  "approachability",
  "engagement",
] as const;
const SOUND_FIELDS = ["loudness", "loudnessRange", "truePeak", "tuning"] as const;

/** Every measured value of a track, with its confidence and its method. */
export function EstimateGroups({ analysis }: { readonly analysis: ShownAnalysis }): JSX.Element {
  const { track: texts } = useTexts();
  const group = (title: string | null, fields: readonly FieldName[]): JSX.Element => (
    <div class="track-group">
      {title !== null && <h3 class="track-group-title">{title}</h3>}
      <ul class={title === null ? "track-tiles track-tiles-main" : "track-tiles"}>
        {fields.map((field) => (
          <EstimateTile key={field} field={field} analysis={analysis} />
        ))}
      </ul>
    </div>
  );
  return (
    <section class="part-card" aria-labelledby="track-heard">
      <h2 id="track-heard" class="part-title">
        {texts.heard}
      </h2>
      <p class="track-hint">{texts.heardHint}</p>
      {group(null, MAIN_FIELDS)}
      {group(texts.mood, MOOD_FIELDS)}
      {group(texts.character, CHARACTER_FIELDS)}
      {group(texts.sound, SOUND_FIELDS)}
    </section>
  );
}

interface EstimateTileProps {
  readonly field: FieldName;
  readonly analysis: ShownAnalysis;
}

function EstimateTile({ field, analysis }: EstimateTileProps): JSX.Element {
  const texts = useTexts();
  const language = useLanguage();
  const estimate = analysis.details.find((detail) => detail.field === field);
  const confidence = confidenceOf(field, analysis);
  const tip = `track-tip-${field}`;
  return (
    <li class="track-tile">
      <div
        class="track-tile-face"
        tabIndex={0}
        role="group"
        aria-label={texts.fields[field]}
        aria-describedby={tip}
      >
        <span class="track-tile-name" aria-hidden="true">
          {texts.fields[field]}
        </span>
        <span class="track-tile-value">{useShownValue(field, analysis)}</span>
        <ConfidenceBar confidence={confidence} />
      </div>
      <span class="track-tip" role="tooltip" id={tip}>
        {texts.meanings[field]} {estimate && texts.track.methods[estimate.method]}{" "}
        {texts.track.confidence(formatShare(language, confidence))}.
      </span>
    </li>
  );
}

function useShownValue(field: FieldName, analysis: ShownAnalysis): string {
  const texts = useTexts();
  const language = useLanguage();
  if (field === "key") {
    const name = keyNameIn(texts, analysis.key, analysis.mode);
    return name === null ? texts.track.none : texts.track.keyOf(name, analysis.camelot ?? "");
  }
  const value = analysis.details.find((detail) => detail.field === field)?.value ?? null;
  return value === null ? texts.track.none : formatField(texts, language, field, value);
}

/** A key is as certain as the less certain of its tonic and its mode. */
function confidenceOf(field: FieldName, analysis: ShownAnalysis): number {
  const confidence = confidenceIn(analysis, field);
  return field === "key" ? Math.min(confidence, confidenceIn(analysis, "mode")) : confidence;
}

/** Returns the confidence of a field of an analysis; 0 where it is not estimated. */
export function confidenceIn(analysis: ShownAnalysis, field: FieldName): number {
  return analysis.details.find((detail) => detail.field === field)?.confidence ?? 0;
}
