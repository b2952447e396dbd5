import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { formatClock } from "../parts/formats.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { usePosition, type Playback } from "./use-playback.js";
import "./playback-bar.css";

interface PlaybackBarProps {
  readonly playback: Playback;
  readonly lengthSeconds: number;
}

/** The button that plays a track, and the position in it; nothing while it cannot be played. */
export function PlaybackBar({ playback, lengthSeconds }: PlaybackBarProps): JSX.Element | null {
  const { track: texts } = useTexts();
  const language = useLanguage();
  const [second, setSecond] = useState(0);
  usePosition(playback, (seconds) => {
    setSecond(Math.floor(seconds));
  });
  if (playback.state !== "ready") return null;
  return (
    <div class="playback-bar">
      <button type="button" class="primary" onClick={playback.toggle}>
        {playback.isPlaying ? texts.pause : texts.play}
      </button>
      <span class="part-clock">{formatClock(language, second)}</span>
      <input
        type="range"
        min={0}
        max={Math.ceil(lengthSeconds)}
        step={1}
        value={second}
        aria-label={texts.position}
        aria-valuetext={formatClock(language, second)}
        onInput={(event) => {
          playback.seek(event.currentTarget.valueAsNumber);
        }}
      />
      <span class="part-clock">{formatClock(language, lengthSeconds)}</span>
    </div>
  );
}
