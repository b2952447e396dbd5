import type { JSX } from "preact";
import { formatNumber, formatShare } from "../parts/formats.js";
import { keyNameIn } from "../parts/key-name.js";
import { TrackCover } from "../parts/track-cover.js";
import { useLanguage, useTexts } from "../texts/language.js";
import type { MixStepShown } from "./use-mix.js";

/** A track of a mix: what changes from the one before, its names and its values. */
export function MixStepRow({ step }: { readonly step: MixStepShown }): JSX.Element {
  const texts = useTexts();
  const language = useLanguage();
  const { track, transition } = step;
  const { analysis } = track;
  const measured = analysis.__typename === "TrackAnalysis" ? analysis : null;
  const keyName = measured && keyNameIn(texts, measured.key, measured.mode);
  return (
    <li>
      {transition && <Transition transition={transition} />}
      <a class="mix-step" href={`#/track/${track.trackKey}`}>
        <TrackCover url={track.thumbnailUrl} size="small" />
        <span class="mix-names">
          <strong dir="auto">{track.trackName}</strong>
          <bdi>{track.artist}</bdi>
        </span>
        <span class="part-chips">
          {measured && measured.tempo !== null && (
            <span class="part-chip">{texts.track.bpm(formatNumber(language, measured.tempo))}</span>
          )}
          {measured && keyName !== null && (
            <span class="part-chip">{texts.track.keyOf(keyName, measured.camelot ?? "")}</span>
          )}
          {measured && measured.energy !== null && (
            <span class="part-chip">
              {texts.fields.energy} {formatShare(language, measured.energy)}
            </span>
          )}
        </span>
      </a>
    </li>
  );
}

interface TransitionProps {
  readonly transition: NonNullable<MixStepShown["transition"]>;
}

function Transition({ transition }: TransitionProps): JSX.Element {
  const { mix } = useTexts();
  const language = useLanguage();
  const { tempoChangePercent, keyRelation, energyChange } = transition;
  const signed = (share: number): string =>
    new Intl.NumberFormat(language, {
      style: "percent",
      signDisplay: "exceptZero",
      maximumFractionDigits: 1,
    }).format(share);
  const changes = [
    mix.keys[keyRelation],
    tempoChangePercent === null ? null : mix.tempoChange(signed(tempoChangePercent / 100)),
    // Energy is a share itself, so its change is one of points.
    energyChange === null ? null : mix.energyChange(signed(energyChange)),
  ];
  return <p class="mix-transition">{changes.filter((change) => change !== null).join(" · ")}</p>;
}
