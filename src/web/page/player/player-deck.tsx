import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { useSoundJoiner, type SoundEnd } from "../playback/joining/sound-joiner.js";
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

/** Begins the next track where the one that is played ends, and leaves that with `null`. Returns whether it can. */
export type Follower = (end: SoundEnd | null) => boolean;

interface PlayerDeckProps {
  readonly entry: QueueEntry;
  /** Whether it is its turn; else it only loads. */
  readonly isCurrent: boolean;
  /** That of the next track, while it can follow. */
  readonly follower: { current: Follower | null };
  readonly onReport: (report: DeckReport) => void;
}

/** Loads a track of the queue, and plays it when it is its turn. It shows nothing. */
export function PlayerDeck({ entry, isCurrent, follower, onReport }: PlayerDeckProps): null {
  const { isPlaying, isLevelled, volume, start } = usePlayerState();
  const { ref } = entry.track;
  const facts = usePlayedFacts(ref);
  const joiner = useSoundJoiner();
  const sound = useTrackSound(ref, false, {
    volume: isLevelled ? levelledVolume(volume, facts.loudness) : volume,
    joiner,
    onEnd: () => {
      if (isCurrent) stepQueue(1, true);
    },
    onNearEnd: (end) => (isCurrent ? (follower.current?.(end) ?? false) : false),
  });
  const { playback, file, decoding } = sound;
  const isReady = playback.state === "ready";
  const { play, pause, position, seek, follow } = playback;
  const hasFollowed = useRef(false);
  useLayoutEffect(() => {
    if (isCurrent || !isReady) return undefined;
    const own: Follower = (end) => {
      if (!end) pause();
      return (
        end !== null &&
        follow(end, () => {
          hasFollowed.current = true;
          stepQueue(1, true);
        })
      );
    };
    follower.current = own;
    return () => {
      if (follower.current === own) follower.current = null;
    };
  }, [isCurrent, isReady, follower, follow, pause]);
  // In the task in which the last track has ended, and not after the next frame.
  useLayoutEffect(() => {
    if (!isCurrent || !isReady) return;
    const isBegun = hasFollowed.current && start.isByItself;
    hasFollowed.current = false;
    // A seek to where it is already would delay the first sound.
    if (!isBegun && position() !== start.seconds) seek(start.seconds);
  }, [isCurrent, isReady, start, position, seek]);
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
