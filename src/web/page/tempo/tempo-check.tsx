import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { formatNumber, formatShare } from "../parts/formats.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { clickTimes, isMultiple, tempoOfTaps, withTap, type Click } from "./click-times.js";
import type { Playback } from "../playback/use-playback.js";

const LOOK_AHEAD_SECONDS = 0.15;

const STEP_MS = 40;

const CLICK_SECONDS = 0.04;

interface TempoCheckProps {
  readonly tempo: number;
  /** How certain the tempo is, in [0, 1]. */
  readonly confidence: number;
  readonly rivals: readonly { readonly bpm: number; readonly confidence: number }[];
  readonly beats: readonly number[];
  readonly downbeats: readonly number[];
  readonly playback: Playback;
  /** States the tempo, beats per minute; `null` where the reader may not. */
  readonly onState: ((tempo: number) => void) | null;
}

/** Lets the reader check the tempo by ear: clicks in each candidate, and tapping along; and state the right one. */
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
          <div key={bpm} class="track-candidate">
            <label>
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
            {props.onState && bpm !== tempo && <StateTempo tempo={bpm} onState={props.onState} />}
          </div>
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
        <TapAlong tempos={candidates.map(({ bpm }) => bpm)} onState={props.onState} />
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

interface StateTempoProps {
  readonly tempo: number;
  readonly onState: (tempo: number) => void;
}

/** A button that states a tempo. */
function StateTempo({ tempo, onState }: StateTempoProps): JSX.Element {
  const { correct, track } = useTexts();
  const shown = track.bpm(formatNumber(useLanguage(), tempo, 1));
  return (
    <button
      type="button"
      class="track-state-tempo"
      aria-label={correct.stateTempoNamed(shown)}
      onClick={() => {
        onState(tempo);
      }}
    >
      {correct.stateTempo}
    </button>
  );
}

interface TapAlongProps {
  readonly tempos: readonly number[];
  readonly onState: ((tempo: number) => void) | null;
}

function TapAlong({ tempos, onState }: TapAlongProps): JSX.Element {
  const { track: texts } = useTexts();
  const language = useLanguage();
  const [taps, setTaps] = useState<readonly number[]>([]);
  const tapped = tempoOfTaps(taps);
  const tap = (event: Event): void => {
    setTaps((last) => withTap(last, event.timeStamp / 1000));
  };
  const fit = tempos.find((bpm) => tapped !== null && isMultiple(tapped, bpm, 1));
  const verdict = (): string => {
    if (tapped === null) return taps.length > 0 ? texts.tapMore : "";
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
      {onState && tapped !== null && (
        <StateTempo tempo={fit ?? Math.round(tapped * 10) / 10} onState={onState} />
      )}
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

interface ClicksProps {
  readonly isOn: boolean;
  readonly tempo: number;
  /** The clicks that fit the audio; used while it plays. */
  readonly clicks: readonly Click[];
  readonly playback: Playback;
}

/** Sounds clicks: on the beats of the audio while it plays, otherwise evenly in the tempo. */
function useClicks(props: ClicksProps): void {
  const latest = useRef(props);
  latest.current = props;
  const { isOn } = props;
  useEffect(() => {
    if (!isOn) return undefined;
    const context = new AudioContext();
    let nextEven = context.currentTime + LOOK_AHEAD_SECONDS;
    let heardUntil = -1;
    const timer = setInterval(() => {
      const { playback, clicks, tempo } = latest.current;
      if (playback.isPlaying) {
        const position = playback.position();
        if (Math.abs(heardUntil - position) > 1) heardUntil = position;
        const until = position + LOOK_AHEAD_SECONDS;
        for (const { time, isStrong } of clicks) {
          if (time >= heardUntil && time < until) {
            sound(context, context.currentTime + Math.max(0, time - position), isStrong);
          }
        }
        heardUntil = Math.max(heardUntil, until);
        nextEven = context.currentTime + 60 / tempo;
        return;
      }
      nextEven = Math.max(nextEven, context.currentTime);
      while (nextEven < context.currentTime + LOOK_AHEAD_SECONDS) {
        sound(context, nextEven, false);
        nextEven += 60 / tempo;
      }
    }, STEP_MS);
    return () => {
      clearInterval(timer);
      void context.close();
    };
  }, [isOn]);
}

/** Sounds one click: a short tone, higher at the beginning of a bar. */
function sound(context: AudioContext, when: number, isStrong: boolean): void {
  const tone = new OscillatorNode(context, { frequency: isStrong ? 1760 : 1175 });
  const volume = new GainNode(context, { gain: isStrong ? 0.5 : 0.3 });
  volume.gain.setValueAtTime(isStrong ? 0.5 : 0.3, when);
  volume.gain.exponentialRampToValueAtTime(0.001, when + CLICK_SECONDS);
  tone.connect(volume).connect(context.destination);
  tone.start(when);
  tone.stop(when + CLICK_SECONDS);
}
