import type { JSX } from "preact";
import { decodingFailureText } from "../decoding/decoding-failure-text.js";
import { formatBytes, formatShare } from "../parts/formats.js";
import { FailureNotice } from "../parts/notice.js";
import { useLanguage, useTexts } from "../texts/language.js";
import type { TrackSound } from "./use-track-sound.js";

/** How far the file of a track is loaded and decoded, what is wrong with it, and the button that loads a large one. */
export function SoundState({ sound }: { readonly sound: TrackSound }): JSX.Element | null {
  const { track, waveform: texts, drop } = useTexts();
  const language = useLanguage();
  const { file, decoding, playback } = sound;
  const cannotPlay = playback.state === "unplayable";
  switch (file.state) {
    case "asking":
      return null;
    case "missing":
      return <p class="track-facts">{track.noAudio}</p>;
    case "failed":
      return <FailureNotice failure={file.failure} onRetry={file.load} />;
    case "loading":
      return <Progress label={texts.loading} share={file.share} />;
    case "offered":
      return (
        <p class="track-sound">
          <button type="button" onClick={file.load}>
            {texts.load(formatBytes(language, file.bytes ?? 0))}
          </button>{" "}
          {cannotPlay && <span class="track-facts">{texts.decodedToPlay}</span>}
        </p>
      );
    case "loaded":
      if (decoding.state === "running") {
        const label = cannotPlay ? texts.decodingToPlay : texts.decoding;
        return <Progress label={label} share={decoding.share} />;
      }
      if (decoding.state === "failed") {
        const reason = decodingFailureText(drop, decoding.failure);
        return (
          <p class="track-facts" role="alert">
            {texts.notDrawn} {reason} {cannotPlay && track.audioUnplayable}
          </p>
        );
      }
      if (decoding.state === "decoded" && cannotPlay) {
        return (
          <p class="track-facts" role="alert">
            {decoding.wav ? track.audioUnplayable : texts.tooLongToPlay}
          </p>
        );
      }
      return null;
  }
}

function Progress(props: { readonly label: string; readonly share: number }): JSX.Element {
  const language = useLanguage();
  return (
    <p class="track-sound">
      <progress value={props.share} max={1} aria-label={props.label} />{" "}
      <span class="track-facts">
        {props.label} {formatShare(language, props.share)}
      </span>
    </p>
  );
}
