import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { AudioRange } from "../../../package/decode.js";
import { secondsOfRange } from "./track-range.js";

/** The playback of a recording. Positions are seconds from its start. */
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

/** How something is played. */
export interface PlaybackWish {
  /** In [0, 1]. */
  readonly volume: number;
  /** Called in the task in which its end is reached. */
  readonly onEnd: () => void;
}

/** How long before the end of a part a timer ends it, seconds. */
const NEAR_END_SECONDS = 0.6;

/**
 * Plays what is at an address, or a part of it.
 *
 * @param source `null` while there is nothing to play
 * @param range the part; `null` for the whole
 * @param wish without one, it is as loud as it is, and goes back to its beginning at its end
 */
export function usePlayback(
  source: string | null,
  range: AudioRange | null,
  wish?: PlaybackWish,
): Playback {
  const { startSeconds, endSeconds } = secondsOfRange(range);
  const audio = useRef<HTMLAudioElement | null>(null);
  const [state, setState] = useState<Playback["state"]>("loading");
  const [isPlaying, setIsPlaying] = useState(false);
  const latest = useRef(wish);
  latest.current = wish;
  const hasWish = wish !== undefined;
  useEffect(() => {
    setState("loading");
    if (source === null) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const player = new Audio();
    // What is played next must be there when it is its turn.
    player.preload = hasWish ? "auto" : "metadata";
    player.volume = latest.current?.volume ?? 1;
    const on = (event: string, change: () => void): void => {
      player.addEventListener(event, change, { signal });
    };
    on("loadedmetadata", () => {
      if (startSeconds > 0) player.currentTime = startSeconds;
      setState("ready");
    });
    let ending: ReturnType<typeof setTimeout> | undefined;
    const endRange = (): void => {
      if (player.paused || signal.aborted) return;
      player.pause();
      player.currentTime = startSeconds;
      latest.current?.onEnd();
    };
    on("timeupdate", () => {
      // At least four times a second, which is not often enough to end between two tracks of one file.
      const left = endSeconds - player.currentTime;
      clearTimeout(ending);
      if (left < NEAR_END_SECONDS) ending = setTimeout(endRange, Math.max(0, left * 1000));
    });
    on("ended", () => {
      latest.current?.onEnd();
    });
    on("error", () => {
      setState("unplayable");
    });
    on("play", () => {
      setIsPlaying(true);
    });
    on("pause", () => {
      setIsPlaying(false);
    });
    player.src = source;
    audio.current = player;
    return () => {
      stop.abort();
      player.pause();
      player.removeAttribute("src");
      audio.current = null;
      setIsPlaying(false);
    };
  }, [source, startSeconds, endSeconds, hasWish]);
  const volume = wish?.volume ?? 1;
  useEffect(() => {
    if (audio.current) audio.current.volume = volume;
  }, [volume]);
  const actions = useMemo(() => actionsOn(audio, startSeconds, setState), [startSeconds]);
  return { state, isPlaying, ...actions };
}

type PlaybackActions = Omit<Playback, "state" | "isPlaying">;

function actionsOn(
  audio: { readonly current: HTMLAudioElement | null },
  startSeconds: number,
  setState: (state: Playback["state"]) => void,
): PlaybackActions {
  const play = (): void => {
    audio.current?.play().catch((error: unknown) => {
      // A pause before the first sound is no failure.
      if (error instanceof DOMException && error.name === "AbortError") return;
      setState("unplayable");
    });
  };
  const pause = (): void => {
    audio.current?.pause();
  };
  return {
    play,
    pause,
    toggle: () => {
      if (audio.current?.paused) play();
      else pause();
    },
    seek: (seconds) => {
      if (audio.current) audio.current.currentTime = startSeconds + Math.max(0, seconds);
    },
    position: () => Math.max(0, (audio.current?.currentTime ?? startSeconds) - startSeconds),
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
