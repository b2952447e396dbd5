import { useEffect, useRef } from "preact/hooks";
import type { Click } from "./click-times.js";
import type { Playback } from "../playback/use-playback.js";

const LOOK_AHEAD_SECONDS = 0.15;
const STEP_MS = 40;
const CLICK_SECONDS = 0.04;

interface ClicksProps {
  readonly isOn: boolean;
  readonly tempo: number;
  /** The clicks that fit the audio; used while it plays. */
  readonly clicks: readonly Click[];
  readonly playback: Playback;
}

/** Sounds clicks: on the beats of the audio while it plays, otherwise evenly in the tempo. */
export function useClicks(props: ClicksProps): void {
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
