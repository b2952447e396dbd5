import type { JSX } from "preact";
import { Choice } from "../parts/choice.js";
import { formatNumber } from "../parts/formats.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { ARTIST_SPACINGS, TEMPO_STEPS, type MixBounds } from "./mix-address.js";

interface BoundChoicesProps {
  readonly bounds: MixBounds;
  readonly onChange: (bounds: MixBounds, field: string) => void;
}

/** What lists have for "anything": no bound has this value. */
const ANY = 0;

/** The bounds that every step of a mix must meet. */
export function BoundChoices({ bounds, onChange }: BoundChoicesProps): JSX.Element {
  const { mix } = useTexts();
  const language = useLanguage();
  const numberOf = (value: number): number | null => (value === ANY ? null : value);
  return (
    <div class="mix-bounds">
      <Choice
        label={mix.tempoStep}
        value={bounds.maxTempoChangePercent ?? ANY}
        values={[ANY, ...TEMPO_STEPS]}
        nameOf={(value) =>
          value === ANY ? mix.anyStep : mix.percent(formatNumber(language, value))
        }
        onChoose={(value) => {
          onChange({ ...bounds, maxTempoChangePercent: numberOf(value) }, "maxTempoChangePercent");
        }}
      />
      <Choice
        label={mix.artistSpacing}
        value={bounds.artistSpacing ?? ANY}
        values={[ANY, ...ARTIST_SPACINGS]}
        nameOf={(value) => (value === ANY ? mix.anySpacing : formatNumber(language, value))}
        onChoose={(value) => {
          onChange({ ...bounds, artistSpacing: numberOf(value) }, "artistSpacing");
        }}
      />
      <label class="mix-check">
        <input
          type="checkbox"
          checked={bounds.compatibleKeysOnly}
          onChange={(event) => {
            const { checked } = event.currentTarget;
            onChange({ ...bounds, compatibleKeysOnly: checked }, "compatibleKeysOnly");
          }}
        />
        {mix.compatibleKeysOnly}
      </label>
    </div>
  );
}
