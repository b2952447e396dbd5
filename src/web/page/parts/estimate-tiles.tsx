import type { ComponentChildren, JSX } from "preact";
import { DESCRIPTORS, type ShownDescriptor } from "../generated/shown-descriptors.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { formatField, type FieldName } from "./field-value.js";
import { formatNumber, formatShare } from "./formats.js";
import { keyNameIn } from "./key-name.js";
import { WHEEL_KEYS, wheelIndexOf } from "./wheel-keys.js";
import "./estimate-tiles.css";
import { useId } from "preact/hooks";

const MAIN_FIELDS = ["tempo", "key", "timeSignature"] as const;
const namesOf = (kind: "mood" | "share" | "measure"): readonly ShownDescriptor[] =>
  DESCRIPTORS.filter((descriptor) => descriptor.kind === kind).map(({ name }) => name);

const MOOD_FIELDS = namesOf("mood");
const CHARACTER_FIELDS = namesOf("share");
const SOUND_FIELDS = namesOf("measure").filter(
  (name) => !(MAIN_FIELDS as readonly string[]).includes(name),
);

/** What is less certain is not shown. */
const MIN_CONFIDENCE = 0.3;

/** Returns whether a value of some confidence in [0, 1] is shown. */
export const isShown = (confidence: number): boolean => confidence >= MIN_CONFIDENCE;

/** What is not more certain than this has a mark: it is as likely wrong as right. */
const SURE_CONFIDENCE = 0.5;

/** Other tempos that are less likely are not shown. */
const MIN_RIVAL_CONFIDENCE = 0.05;

/** Returns the other tempos that are likely enough to be shown. */
export const shownRivals = <Rival extends { readonly confidence: number }>(
  rivals: readonly Rival[],
): readonly Rival[] => rivals.filter(({ confidence }) => confidence >= MIN_RIVAL_CONFIDENCE);

/** Everything that is estimated of a recording. */
export interface ShownEstimates {
  /** Returns the estimate of a field; `undefined` where it was not made. */
  readonly of: (field: FieldName) => ShownEstimate | undefined;
  /** Other tempos that the beats allow, beats per minute. */
  readonly rivals: readonly number[];
}

/** Everything that is estimated of a recording, each value with its confidence and method. */
export function EstimateTiles(props: {
  readonly estimates: ShownEstimates;
  /** The heading of each group. */
  readonly heading: "h3" | "h4";
}): JSX.Element {
  const { track: texts } = useTexts();
  const { estimates, heading } = props;
  return (
    <>
      <p class="estimate-hint">{texts.heardHint}</p>
      <div class="estimate-tiles estimate-tiles-main">
        {MAIN_FIELDS.map((field) => (
          <FieldTile key={field} field={field} estimates={estimates} isLarge />
        ))}
      </div>
      <Group title={texts.mood} fields={MOOD_FIELDS} {...{ estimates, heading }} isShare />
      <Group
        title={texts.character}
        fields={CHARACTER_FIELDS}
        {...{ estimates, heading }}
        isShare
      />
      <Group title={texts.sound} fields={SOUND_FIELDS} {...{ estimates, heading }} />
      <UncertainFields estimates={estimates} />
    </>
  );
}

interface GroupProps {
  readonly title: string;
  readonly heading: "h3" | "h4";
  readonly fields: readonly FieldName[];
  readonly estimates: ShownEstimates;
  readonly isShare?: boolean;
}

function Group({ title, fields, estimates, isShare = false, ...props }: GroupProps): JSX.Element {
  const Heading = props.heading;
  return (
    <>
      <Heading class="estimate-group-title">{title}</Heading>
      <div class="estimate-tiles">
        {fields.map((field) => (
          <FieldTile key={field} field={field} estimates={estimates} isShare={isShare} />
        ))}
      </div>
    </>
  );
}

interface FieldTileProps {
  readonly field: FieldName;
  readonly estimates: ShownEstimates;
  readonly isShare?: boolean;
  readonly isLarge?: boolean;
}

function FieldTile({ field, estimates, ...size }: FieldTileProps): JSX.Element | null {
  const estimate = estimates.of(field);
  const words = useValueInWords(field, estimates);
  const rivals = useRivalsInWords(estimates.rivals);
  const confidence = confidenceOf(field, estimates);
  if (!estimate || !isShown(confidence)) return null;
  return (
    <EstimateTile field={field} estimate={estimate} confidence={confidence} {...size}>
      {words}
      {field === "tempo" && rivals !== null && <span class="estimate-rivals">{rivals}</span>}
    </EstimateTile>
  );
}

/** Returns how certain a field is, in [0, 1]; 0 where it was not estimated. */
function confidenceOf(field: FieldName, { of }: ShownEstimates): number {
  const confidence = of(field)?.confidence ?? 0;
  // A key is as certain as the less certain of its tonic and its mode.
  return field === "key" ? Math.min(confidence, of("mode")?.confidence ?? 0) : confidence;
}

/** The names of what was estimated, and is too uncertain to be shown; nothing where all is shown. */
function UncertainFields({
  estimates,
}: {
  readonly estimates: ShownEstimates;
}): JSX.Element | null {
  const { fields, track } = useTexts();
  const language = useLanguage();
  const names = [...MAIN_FIELDS, ...MOOD_FIELDS, ...CHARACTER_FIELDS, ...SOUND_FIELDS]
    .filter((field) => estimates.of(field) && !isShown(confidenceOf(field, estimates)))
    .map((field) => fields[field]);
  if (names.length === 0) return null;
  return (
    <p class="estimate-hint">{track.uncertain(new Intl.ListFormat(language).format(names))}</p>
  );
}

function useValueInWords(field: FieldName, estimates: ShownEstimates): string {
  const texts = useTexts();
  const language = useLanguage();
  const value = estimates.of(field)?.value ?? null;
  if (field === "key") {
    const mode = estimates.of("mode")?.value ?? null;
    const name = keyNameIn(texts, value, mode);
    if (name === null || value === null || mode === null) return texts.track.none;
    return texts.track.keyOf(name, WHEEL_KEYS[wheelIndexOf(value, mode)]?.camelot ?? "");
  }
  return value === null ? texts.track.none : formatField(texts, language, field, value);
}

function useRivalsInWords(rivals: readonly number[]): string | null {
  const { track } = useTexts();
  const language = useLanguage();
  if (rivals.length === 0) return null;
  const tempos = rivals.map((tempo) => formatNumber(language, tempo, 1));
  return track.rivals(new Intl.ListFormat(language, { type: "disjunction" }).format(tempos));
}

/** An estimated value, as the API names its parts. */
export interface ShownEstimate {
  readonly value: number | null;
  /** In [0, 1]. */
  readonly confidence: number;
  readonly method: "HEURISTIC" | "MEASURED" | "MODEL" | "USER";
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

/** One value, with a mark where it is not certain; what it means, its confidence and its method are shown on hover and on focus. */
function EstimateTile(props: EstimateTileProps): JSX.Element {
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
      {props.confidence <= SURE_CONFIDENCE && (
        <span class="estimate-unsure" title={confidence}>
          {track.unsure}
        </span>
      )}
      <span class="estimate-about" id={aboutId} role="tooltip">
        {meanings[field]} {track.methods[estimate.method]} {confidence}.
      </span>
    </div>
  );
}

const widthOf = (share: number): string => `${String(Math.round(share * 100))}%`;
