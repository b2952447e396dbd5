import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { FailureNotice } from "../parts/notice.js";
import { useTexts } from "../texts/language.js";
import { useMixEnds, type MixEnd } from "./use-mix.js";

interface MixEndFieldProps {
  readonly name: string;
  readonly chosen: MixEnd | null;
  readonly onChoose: (end: MixEnd | null) => void;
}

/** A field for words and, below it, a list of the tracks that fit them. */
export function MixEndField({ name, chosen, onChoose }: MixEndFieldProps): JSX.Element {
  const { mix } = useTexts();
  const [words, setWords] = useState("");
  const { ends, failure } = useMixEnds(words);
  const isListed = chosen === null || ends.some(({ trackKey }) => trackKey === chosen.trackKey);
  const offered = isListed ? ends : [chosen, ...ends];
  return (
    <fieldset class="mix-end part-card">
      <legend>{name}</legend>
      <label class="part-field">
        {mix.words}
        <input
          type="search"
          dir="auto"
          autocomplete="off"
          maxLength={200}
          value={words}
          onInput={(event) => {
            setWords(event.currentTarget.value);
          }}
        />
      </label>
      <label class="part-field">
        {mix.track}
        <select
          dir="auto"
          value={chosen?.trackKey ?? ""}
          onChange={(event) => {
            const { value } = event.currentTarget;
            onChoose(offered.find(({ trackKey }) => trackKey === value) ?? null);
          }}
        >
          <option value="">{ends.length === 0 ? mix.noTrack : mix.choose}</option>
          {offered.map(({ trackKey, label }) => (
            <option key={trackKey} value={trackKey}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {failure !== null && <FailureNotice failure={failure} />}
    </fieldset>
  );
}
