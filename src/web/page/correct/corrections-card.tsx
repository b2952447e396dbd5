import type { JSX, TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { DESCRIPTORS } from "../generated/shown-descriptors.js";
import { Choice } from "../parts/choice.js";
import { formatField, isFieldName } from "../parts/field-value.js";
import { formatNumber } from "../parts/formats.js";
import { keyNameIn } from "../parts/key-name.js";
import { FailureNotice, Notice } from "../parts/notice.js";
import { WHEEL_KEYS } from "../parts/wheel-keys.js";
import { useLanguage, useTexts } from "../texts/language.js";
import type { Texts } from "../texts/texts.js";
import type { Correcting } from "./use-corrections.js";
import "./correct.css";

/** A stated value, and what was measured, as texts; `null` where there is none. */
interface ShownCorrection {
  readonly field: string;
  readonly value: string | null;
  readonly measured: string | null;
}

/** What a reader may state, in the order of the form. */
const FIELDS = [
  ...["tempo", "firstBeat", "key", "timeSignature", "artist", "trackName"],
  ...DESCRIPTORS.map(({ name }) => name).filter(
    (name) => !["tempo", "key", "mode", "timeSignature"].includes(name),
  ),
];

/** The names of the tonics in values of the API, C first. */
const TONICS = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"];

interface CorrectionsCardProps {
  readonly corrections: readonly ShownCorrection[];
  readonly correcting: Correcting;
}

/** What users state about a recording, and a form to state more. */
export function CorrectionsCard({
  corrections,
  correcting,
}: CorrectionsCardProps): JSX.Element | null {
  const texts = useTexts();
  const { correct } = texts;
  const language = useLanguage();
  const { isAllowed, failure } = correcting;
  if (!isAllowed && corrections.length === 0) return null;
  return (
    <section class="part-card" aria-labelledby="track-correct">
      <h2 id="track-correct" class="part-title">
        {correct.heading}
      </h2>
      <p class="track-hint">{correct.hint}</p>
      {corrections.length > 0 && (
        <ul class="correct-stated">
          {corrections.map(({ field, value, measured }) => (
            <li key={field}>
              <span>
                <strong>{nameOf(texts, field)}</strong>:{" "}
                <bdi>{valueIn(texts, language, field, value)}</bdi>{" "}
                <span class="track-facts">
                  {correct.instead(valueIn(texts, language, field, measured))}
                </span>
              </span>
              {isAllowed && (
                <button
                  type="button"
                  disabled={correcting.isWorking}
                  aria-label={correct.takeBackNamed(nameOf(texts, field))}
                  onClick={() => {
                    correcting.state(field, null);
                  }}
                >
                  {correct.takeBack}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isAllowed ? <CorrectionForm correcting={correcting} /> : <Notice>{correct.mayNot}</Notice>}
      {failure !== null && <FailureNotice failure={failure} />}
    </section>
  );
}

function CorrectionForm({ correcting }: { readonly correcting: Correcting }): JSX.Element {
  const texts = useTexts();
  const { correct } = texts;
  const [field, setField] = useState("tempo");
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const value = new FormData(event.currentTarget).get("value");
    if (typeof value === "string" && value.trim() !== "") correcting.state(field, value.trim());
  };
  return (
    <form class="correct-form" onSubmit={submit}>
      <Choice
        label={correct.what}
        value={field}
        values={FIELDS}
        nameOf={(name) => nameOf(texts, name)}
        onChoose={setField}
      />
      <label class="part-field" key={field}>
        {correct.value}
        <ValueInput field={field} />
      </label>
      <button type="submit" disabled={correcting.isWorking}>
        {correct.state}
      </button>
    </form>
  );
}

function ValueInput({ field }: { readonly field: string }): JSX.Element {
  const texts = useTexts();
  if (field === "key") {
    return (
      <select name="value">
        {WHEEL_KEYS.map(({ tonic, mode, camelot }) => (
          <option key={camelot} value={camelot}>
            {texts.track.keyOf(keyNameIn(texts, tonic, mode) ?? "", camelot)}
          </option>
        ))}
        <option value="none">{texts.track.none}</option>
      </select>
    );
  }
  if (field === "artist" || field === "trackName") {
    return <input name="value" required maxLength={200} dir="auto" autocomplete="off" />;
  }
  return <input name="value" type="number" step="any" required />;
}

/** Returns the name of a field that may be stated. */
function nameOf(texts: Texts, field: string): string {
  if (isFieldName(texts, field)) return texts.fields[field];
  const { correct } = texts;
  if (field === "firstBeat") return correct.firstBeat;
  return field === "artist" ? correct.artist : correct.title;
}

/** Returns a value of the API in words. */
function valueIn(texts: Texts, language: string, field: string, value: string | null): string {
  if (value === null) return texts.track.none;
  if (field === "key") {
    const [tonic = "", mode] = value.split(" ");
    return keyNameIn(texts, TONICS.indexOf(tonic), mode === "major" ? 1 : 0) ?? value;
  }
  if (field === "firstBeat") {
    return texts.correct.seconds(formatNumber(language, Number(value), 2));
  }
  return isFieldName(texts, field) ? formatField(texts, language, field, Number(value)) : value;
}
