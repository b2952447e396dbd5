import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { AudioAnalysis } from "../../../package/engine.js";
import { PlaybackBar } from "../playback/playback-bar.js";
import { SoundState } from "../playback/sound-state.js";
import { useTrackSound } from "../playback/use-track-sound.js";
import { usePlayed } from "../player/use-played.js";
import { TrackTimeline } from "../timeline/track-timeline.js";
import type { DroppedFile } from "./drop-queue.js";
import { playedOfDropped, timelineOf } from "./dropped-rows.js";
import "../timeline/timeline.css";
import "../waveform/waveform.css";

interface DroppedSoundProps {
  readonly dropped: DroppedFile;
  readonly analysis: AudioAnalysis;
}

/** A dropped file over time, with its waveform, and what plays it. */
export function DroppedSound({ dropped, analysis }: DroppedSoundProps): JSX.Element {
  const track = playedOfDropped(dropped);
  const sound = useTrackSound(track.ref);
  const playback = usePlayed(track, sound.playback.state);
  const timeline = useMemo(() => timelineOf(analysis), [analysis]);
  const { decoding } = sound;
  return (
    <>
      <PlaybackBar playback={playback} lengthSeconds={analysis.durationSeconds} />
      <SoundState sound={sound} />
      <TrackTimeline
        timeline={timeline}
        title={track.trackName}
        playback={playback}
        waveform={decoding.state === "decoded" ? decoding.waveform : null}
        onFirstBar={null}
      />
    </>
  );
}
