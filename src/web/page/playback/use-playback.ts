import { useEffect, useRef, useState } from "preact/hooks";
import type { AudioRange } from "../../../package/decode.js";
import { secondsOfRange } from "./track-range.js";

/** The playback of a recording. Positions are seconds from its start. */
export interface Playback {
  /** Whether the browser can play it; `loading` until it has said so. */
  readonly state: "loading" | "ready" | "unplayable";
  readonly isPlaying: boolean;
  readonly toggle: () => void;
  readonly seek: (seconds: number) => void;
  readonly position: () => number;
}

/**
 * Plays what is at an address, or a part of it.
 *
 * @param source `null` while there is nothing to play
 * @param range the part; `null` for the whole
 */
export function usePlayback(source: string | null, range: AudioRange | null): Playback {
  const { startSeconds, endSeconds } = secondsOfRange(range);
  const audio = useRef<HTMLAudioElement | null>(null);
  const [state, setState] = useState<Playback["state"]>("loading");
  const [isPlaying, setIsPlaying] = useState(false);
  useEffect(() => {
    setState("loading");
    if (source === null) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const player = new Audio();
    player.preload = "metadata";
    const on = (event: string, change: () => void): void => {
      player.addEventListener(event, change, { signal });
    };
    on("loadedmetadata", () => {
      if (startSeconds > 0) player.currentTime = startSeconds;
      setState("ready");
    });
    on("timeupdate", () => {
      if (player.currentTime < endSeconds) return;
      player.pause();
      player.currentTime = startSeconds;
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
  }, [source, startSeconds, endSeconds]);
  return {
    state,
    isPlaying,
    toggle: () => {
      const player = audio.current;
      if (!player) return;
      if (player.paused) {
        player.play().catch((error: unknown) => {
          // A pause before the first sound is no failure.
          if (error instanceof DOMException && error.name === "AbortError") return;
          setState("unplayable");
        });
      } else {
        player.pause();
      }
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
