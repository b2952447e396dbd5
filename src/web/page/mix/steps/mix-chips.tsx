import type { JSX } from "preact";
import { formatNumber, formatShare } from "../../parts/formats.js";
import { keyNameIn } from "../../parts/key-name.js";
import { useLanguage, useTexts } from "../../texts/language.js";
import { mixedValuesOf, type MixedTrack } from "../mixed-track.js";

/** Tempo, key and energy of a track of a mix. */
export function MixChips({ track }: { readonly track: MixedTrack }): JSX.Element {
  const texts = useTexts();
  const language = useLanguage();
  const values = mixedValuesOf(track);
  const keyName = values && keyNameIn(texts, values.key, values.mode);
  return (
    <span class="part-chips">
      {values && values.tempo !== null && (
        <span class="part-chip">{texts.track.bpm(formatNumber(language, values.tempo))}</span>
      )}
      {values && keyName !== null && (
        <span class="part-chip">{texts.track.keyOf(keyName, values.camelot ?? "")}</span>
      )}
      {values && values.energy !== null && (
        <span class="part-chip">
          {texts.fields.energy} {formatShare(language, values.energy)}
        </span>
      )}
    </span>
  );
}
