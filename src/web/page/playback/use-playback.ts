import { useEffect, useRef, useState } from "preact/hooks";

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
 * Plays what is at an address.
 *
 * @param source `null` while there is nothing to play
 */
export function usePlayback(source: string | null): Playback {
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
      setState("ready");
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
  }, [source]);
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
      if (audio.current) audio.current.currentTime = Math.max(0, seconds);
    },
    position: () => audio.current?.currentTime ?? 0,
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
