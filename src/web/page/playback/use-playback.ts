import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { AudioRange } from "../../../package/decode.js";
import { AudioDeck, type DeckEvents } from "./audio-deck.js";
import type { SoundEnd, SoundJoiner } from "./joining/sound-joiner.js";
import { secondsOfRange } from "./track-range.js";

/** The playback of a recording. Positions are seconds from its start, of what is heard. */
export interface Playback {
  /** Whether the browser can play it; `loading` until it has said so. */
  readonly state: "loading" | "ready" | "unplayable";
  readonly isPlaying: boolean;
  readonly play: () => void;
  readonly pause: () => void;
  readonly toggle: () => void;
  readonly seek: (seconds: number) => void;
  readonly position: () => number;
}

/** A playback that can begin where another one ends. */
export interface JoinedPlayback extends Playback {
  /** Begins after another one, to the sample; `onBegin` is called when it is heard. Returns whether it can. */
  readonly follow: (end: SoundEnd, onBegin: () => void) => boolean;
}

/** How something is played. */
export interface PlaybackWish extends Pick<DeckEvents, "onEnd" | "onNearEnd"> {
  /** In [0, 1]. */
  readonly volume: number;
  /** What joins it to others; `null` where nothing does, `undefined` while that is not known, for which it waits. */
  readonly joiner: SoundJoiner | null | undefined;
}

/**
 * Plays what is at an address, or a part of it.
 *
 * @param source `null` while there is nothing to play
 * @param range the part; `null` for the whole
 * @param wish without one, it is as loud as it is, and by itself
 */
export function usePlayback(
  source: string | null,
  range: AudioRange | null,
  wish?: PlaybackWish,
): JoinedPlayback {
  const { startSeconds, endSeconds } = secondsOfRange(range);
  const deck = useRef<AudioDeck | null>(null);
  const [state, setState] = useState<Playback["state"]>("loading");
  const [isPlaying, setIsPlaying] = useState(false);
  const latest = useRef(wish);
  latest.current = wish;
  const hasWish = wish !== undefined;
  const joiner = wish ? wish.joiner : null;
  useEffect(() => {
    setState("loading");
    if (source === null || joiner === undefined) return undefined;
    const made = new AudioDeck({
      ...{ source, startSeconds, endSeconds, joiner },
      // What is played next must be there when it is its turn.
      preload: hasWish ? "auto" : "metadata",
      volume: latest.current?.volume ?? 1,
      events: {
        onReady: () => {
          setState("ready");
        },
        onUnplayable: () => {
          setState("unplayable");
        },
        onPlaying: setIsPlaying,
        onEnd: () => latest.current?.onEnd(),
        onNearEnd: (end) => latest.current?.onNearEnd(end) ?? false,
      },
    });
    deck.current = made;
    return () => {
      made.close();
      deck.current = null;
      setIsPlaying(false);
    };
  }, [source, startSeconds, endSeconds, hasWish, joiner]);
  const volume = wish?.volume ?? 1;
  useEffect(() => {
    if (deck.current) deck.current.volume = volume;
  }, [volume]);
  const actions = useMemo(() => actionsOn(deck), []);
  return { state, isPlaying, ...actions };
}

function actionsOn(deck: {
  readonly current: AudioDeck | null;
}): Omit<JoinedPlayback, "state" | "isPlaying"> {
  return {
    play: () => deck.current?.play(),
    pause: () => deck.current?.pause(),
    toggle: () => {
      if (deck.current?.isPaused) deck.current.play();
      else deck.current?.pause();
    },
    seek: (seconds) => deck.current?.seek(seconds),
    position: () => deck.current?.position() ?? 0,
    follow: (end, onBegin) => deck.current?.follow(end, onBegin) ?? false,
  };
}

/** Calls a function with the position before each frame while the track plays, and after a jump. */
export function usePosition(playback: Playback, onPosition: (seconds: number) => void): void {
  const latest = useRef({ playback, onPosition });
  latest.current = { playback, onPosition };
  useEffect(() => {
    let frame = 0;
    let last = -1;
    const step = (): void => {
      const seconds = latest.current.playback.position();
      if (seconds !== last) latest.current.onPosition(seconds);
      last = seconds;
      frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => {
      cancelAnimationFrame(frame);
    };
  }, []);
}
