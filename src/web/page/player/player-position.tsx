import type { JSX } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { formatClock } from "../parts/formats.js";
import { usePosition, type Playback } from "../playback/use-playback.js";
import { useLanguage, useTexts } from "../texts/language.js";

interface PlayerPositionProps {
  readonly playback: Playback;
  /** Seconds; 0 while it is not known. */
  readonly length: number;
  /** Loudness over time, LUFS; empty where it is not measured. */
  readonly curve: readonly (number | null)[];
}

const BARS = 120;
const HEIGHT = 20;
/** What is as soft, or softer, has the lowest bar; what is as loud, or louder, the highest, LUFS. */
const [SOFT, LOUD] = [-40, -6];

/** Where in the track it is, on its loudness over time, and a slider to go elsewhere. */
export function PlayerPosition({ playback, length, curve }: PlayerPositionProps): JSX.Element {
  const { track } = useTexts();
  const language = useLanguage();
  const played = useRef<HTMLSpanElement>(null);
  const [second, setSecond] = useState(0);
  usePosition(playback, (seconds) => {
    const whole = Math.floor(seconds);
    if (whole !== second) {
      setSecond(whole);
      tellSystem(seconds, length);
    }
    const share = length > 0 ? Math.min(1, seconds / length) : 0;
    if (played.current)
      played.current.style.clipPath = `inset(0 ${String(100 - 100 * share)}% 0 0)`;
  });
  const path = useMemo(() => barsOf(curve), [curve]);
  return (
    <div class="player-position">
      <span class="part-clock">{formatClock(language, second)}</span>
      <span class="player-wave">
        <Wave path={path} />
        <span class="player-played" ref={played}>
          <Wave path={path} />
        </span>
        <input
          type="range"
          min={0}
          max={Math.max(1, Math.ceil(length))}
          step={1}
          value={second}
          disabled={length === 0}
          aria-label={track.position}
          aria-valuetext={formatClock(language, second)}
          onInput={(event) => {
            playback.seek(event.currentTarget.valueAsNumber);
          }}
        />
      </span>
      <span class="part-clock">{length > 0 && formatClock(language, length)}</span>
    </div>
  );
}

function Wave({ path }: { readonly path: string }): JSX.Element {
  return (
    <svg
      viewBox={`0 0 ${String(BARS)} ${String(HEIGHT)}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}

/** Returns a path of bars, each as high as the loudest that it stands for; all alike where nothing is measured. */
function barsOf(curve: readonly (number | null)[]): string {
  return Array.from({ length: BARS }, (_, bar) => {
    const from = Math.floor((bar * curve.length) / BARS);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * curve.length) / BARS));
    const loudest = Math.max(...curve.slice(from, to).map((value) => value ?? -Infinity));
    const share = Number.isFinite(loudest) ? (loudest - SOFT) / (LOUD - SOFT) : 0;
    const height = 2 + (HEIGHT - 2) * Math.min(1, Math.max(0, share));
    return `M${String(bar)} ${((HEIGHT - height) / 2).toFixed(1)}h.7v${height.toFixed(1)}h-.7z`;
  }).join("");
}

/** Tells the media keys and the lock screen where it is. */
function tellSystem(position: number, duration: number): void {
  if (!("mediaSession" in navigator) || duration <= 0 || position > duration) return;
  navigator.mediaSession.setPositionState({ duration, position });
}
