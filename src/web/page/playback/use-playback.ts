import { send } from "../graphql/request.js";
import { serverUrl } from "../shell/session.js";
import { useEffect, useRef, useState } from "preact/hooks";

/** The playback of the file of a track. Positions are seconds from its start. */
export interface Playback {
  /** Whether there is a file that can be played; `loading` until the server has said so. */
  readonly state: "loading" | "ready" | "missing" | "unplayable";
  readonly isPlaying: boolean;
  readonly toggle: () => void;
  readonly seek: (seconds: number) => void;
  readonly position: () => number;
}

/** Plays the file that the server's library has of a track. */
export function usePlayback(trackKey: string): Playback {
  const audio = useRef<HTMLAudioElement | null>(null);
  const [state, setState] = useState<Playback["state"]>("loading");
  const [isPlaying, setIsPlaying] = useState(false);
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const player = new Audio();
    player.preload = "metadata";
    player.addEventListener(
      "loadedmetadata",
      () => {
        setState("ready");
      },
      { signal },
    );
    player.addEventListener(
      "error",
      () => {
        setState("unplayable");
      },
      { signal },
    );
    player.addEventListener(
      "play",
      () => {
        setIsPlaying(true);
      },
      { signal },
    );
    player.addEventListener(
      "pause",
      () => {
        setIsPlaying(false);
      },
      { signal },
    );
    audio.current = player;
    sourceOf(`api/audio/tracks/${encodeURIComponent(trackKey)}/audio`, signal).then(
      (found) => {
        if (found === null) setState("missing");
        else player.src = found;
      },
      () => {
        if (!signal.aborted) setState("missing");
      },
    );
    return () => {
      abort.abort();
      player.pause();
      player.removeAttribute("src");
      audio.current = null;
    };
  }, [trackKey]);
  return {
    state,
    isPlaying,
    toggle: () => {
      const player = audio.current;
      if (!player) return;
      if (player.paused) {
        player.play().catch(() => {
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

/** Returns where a player gets a file, with the cookie of the reader; `null` where there is none. */
async function sourceOf(path: string, signal: AbortSignal): Promise<string | null> {
  const response = await send(path, { method: "HEAD", signal });
  return response.ok ? serverUrl(path) : null;
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
