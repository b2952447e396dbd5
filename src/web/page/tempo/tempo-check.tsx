import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { formatNumber, formatShare } from "../parts/formats.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { clickTimes, isMultiple, tempoOfTaps, withTap } from "./click-times.js";
import { useClicks } from "./use-clicks.js";
import type { Playback } from "../playback/use-playback.js";

interface TempoCheckProps {
  readonly tempo: number;
  /** How certain the tempo is, in [0, 1]. */
  readonly confidence: number;
  readonly rivals: readonly { readonly bpm: number; readonly confidence: number }[];
  readonly beats: readonly number[];
  readonly downbeats: readonly number[];
  readonly playback: Playback;
}

/** Lets the reader check the tempo by ear: clicks in each candidate, and tapping along. */
export function TempoCheck(props: TempoCheckProps): JSX.Element {
  const { tempo, beats, downbeats, playback } = props;
  const { track: texts } = useTexts();
  const language = useLanguage();
  const [chosen, setChosen] = useState(tempo);
  const [isOn, setIsOn] = useState(false);
  const clicks = useMemo(
    () => clickTimes(beats, downbeats, tempo, chosen),
    [beats, downbeats, tempo, chosen],
  );
  useClicks({ isOn, tempo: chosen, clicks, playback });
  const candidates = candidatesOf(props);
  return (
    <section class="part-card" aria-labelledby="track-check">
      <h2 id="track-check" class="part-title">
        {texts.checkTempo}
      </h2>
      <p class="track-hint">{texts.checkHint}</p>
      <div class="track-candidates" role="radiogroup" aria-labelledby="track-check">
        {candidates.map(({ bpm, confidence, relation }) => (
          <label key={bpm} class="track-candidate">
            <input
              type="radio"
              name="track-tempo"
              checked={bpm === chosen}
              onChange={() => {
                setChosen(bpm);
              }}
            />
            <span class="track-candidate-tempo">{texts.bpm(formatNumber(language, bpm, 1))}</span>
            <span class="track-candidate-relation">{texts[relation]}</span>
            {confidence !== null && <ConfidenceBar confidence={confidence} />}
          </label>
        ))}
      </div>
      <div class="track-check-actions">
        <button
          type="button"
          class="primary"
          aria-pressed={isOn}
          onClick={() => {
            setIsOn(!isOn);
          }}
        >
          {isOn ? texts.stopClicks : texts.startClicks}
        </button>
        <TapAlong tempos={candidates.map(({ bpm }) => bpm)} />
      </div>
    </section>
  );
}

interface Candidate {
  readonly bpm: number;
  /** `null` where the engine does not weigh this tempo. */
  readonly confidence: number | null;
  readonly relation: "estimated" | "half" | "double" | "rival";
}

/** The estimated tempo, its half and double, and every other rival. */
function candidatesOf({ tempo, confidence, rivals }: TempoCheckProps): readonly Candidate[] {
  const related = (factor: number, relation: "half" | "double"): Candidate => {
    const rival = rivals.find(({ bpm }) => isMultiple(bpm, tempo, factor));
    return { bpm: rival?.bpm ?? tempo * factor, confidence: rival?.confidence ?? null, relation };
  };
  const others = rivals
    .filter(({ bpm }) => ![0.5, 1, 2].some((factor) => isMultiple(bpm, tempo, factor)))
    .map((rival): Candidate => ({ ...rival, relation: "rival" }));
  const estimated: Candidate = { bpm: tempo, confidence, relation: "estimated" };
  return [estimated, related(0.5, "half"), related(2, "double"), ...others];
}

function TapAlong({ tempos }: { readonly tempos: readonly number[] }): JSX.Element {
  const { track: texts } = useTexts();
  const language = useLanguage();
  const [taps, setTaps] = useState<readonly number[]>([]);
  const tapped = tempoOfTaps(taps);
  const tap = (event: Event): void => {
    setTaps((last) => withTap(last, event.timeStamp / 1000));
  };
  const verdict = (): string => {
    if (tapped === null) return taps.length > 0 ? texts.tapMore : "";
    const fit = tempos.find((bpm) => isMultiple(tapped, bpm, 1));
    const said = texts.tapped(formatNumber(language, tapped));
    const meant =
      fit === undefined ? texts.tapOther : texts.tapAgrees(formatNumber(language, fit, 1));
    return `${said} ${meant}`;
  };
  return (
    <>
      <button
        type="button"

        title={texts.tapHint}
        onPointerDown={tap}
        onKeyDown={(event) => {
          if ((event.key !== " " && event.key !== "Enter") || event.repeat) return;
          event.preventDefault();
          tap(event);
        }}
      >
        {texts.tap}
      </button>
      <span role="status" class="track-tapped">
        {verdict()}
      </span>
    </>
  );
}

/** A bar that is as long as an estimate is certain. */
function ConfidenceBar({ confidence }: { readonly confidence: number }): JSX.Element {
  const { track } = useTexts();
  const label = track.confidence(formatShare(useLanguage(), confidence));
  return (
    <span class="part-confidence" role="img" aria-label={label}>
      <span style={{ width: `${String(Math.round(confidence * 100))}%` }} />
    </span>
  );
}
