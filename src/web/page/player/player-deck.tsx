import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { useTrackSound, type TrackSound } from "../playback/use-track-sound.js";
import { levelledVolume } from "./levelled-volume.js";
import type { QueueEntry } from "./play-queue.js";
import { setPlaying, stepQueue, usePlayerState } from "./player-store.js";
import { usePlayedFacts, type PlayedFacts } from "./use-played-facts.js";

/** What the deck that plays says of itself. */
export interface DeckReport {
  readonly number: number;
  readonly sound: TrackSound;
  readonly facts: PlayedFacts;
}

interface PlayerDeckProps {
  readonly entry: QueueEntry;
  /** Whether it is its turn; else it only loads. */
  readonly isCurrent: boolean;
  readonly onReport: (report: DeckReport) => void;
}

/** Loads a track of the queue, and plays it when it is its turn. It shows nothing. */
export function PlayerDeck({ entry, isCurrent, onReport }: PlayerDeckProps): null {
  const { isPlaying, isLevelled, volume, start } = usePlayerState();
  const { ref } = entry.track;
  const facts = usePlayedFacts(ref);
  const sound = useTrackSound(ref, false, {
    volume: isLevelled ? levelledVolume(volume, facts.loudness) : volume,
    onEnd: () => {
      if (isCurrent) stepQueue(1, true);
    },
  });
  const { playback, file, decoding } = sound;
  const isReady = playback.state === "ready";
  const { play, pause, position, seek } = playback;
  // In the task in which the last track has ended, and not after the next frame.
  useLayoutEffect(() => {
    // A seek to where it is already would delay the first sound.
    if (isCurrent && isReady && position() !== start.seconds) seek(start.seconds);
  }, [isCurrent, isReady, start, seek]);
  useLayoutEffect(() => {
    if (isCurrent && isReady && isPlaying) play();
    else pause();
  }, [isCurrent, isReady, isPlaying, start, play, pause]);
  useEffect(() => {
    if (isCurrent) onReport({ number: entry.number, sound, facts });
  }, [
    ...[isCurrent, entry, facts, onReport, file.state, file.share, decoding],
    ...[playback.state, playback.isPlaying, play],
  ]);
  const hasStarted = useRef(false);
  useEffect(() => {
    // The system has paused it, as where headphones are pulled out.
    if (hasStarted.current && isCurrent && isPlaying && !playback.isPlaying) setPlaying(false);
    hasStarted.current = playback.isPlaying;
  }, [playback.isPlaying]);
  const isSilent = file.state === "missing" || file.state === "failed";
  useEffect(() => {
    // What somebody has asked for says why it is not heard; what only follows is passed over.
    if (isCurrent && isSilent && start.isByItself) stepQueue(1, true);
  }, [isCurrent, isSilent, start]);
  return null;
}
