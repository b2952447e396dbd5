import { useEffect } from "preact/hooks";
import { coverPath } from "../parts/track-cover.js";
import type { PlayedTrack } from "./play-queue.js";

/** What the keys of a keyboard, headphones and the lock screen do. */
export interface MediaActions {
  readonly play: () => void;
  readonly pause: () => void;
  readonly previous: () => void;
  readonly next: () => void;
  readonly jump: (direction: 1 | -1) => void;
  readonly seek: (seconds: number) => void;
}

/** Lets media keys and the lock screen show and control what is played. */
export function useMediaKeys(track: PlayedTrack, isPlaying: boolean, actions: MediaActions): void {
  const { ref, trackName, artist, album, thumbnailUrl } = track;
  useEffect(() => {
    if (!("mediaSession" in navigator)) return undefined;
    const { mediaSession } = navigator;
    mediaSession.metadata = new MediaMetadata({
      ...{ title: trackName, artist, album: album ?? "" },
      artwork: thumbnailUrl === null ? [] : [{ src: coverPath(thumbnailUrl) }],
    });
    return () => {
      mediaSession.metadata = null;
      mediaSession.playbackState = "none";
    };
  }, [ref, trackName, artist, album, thumbnailUrl]);
  useEffect(() => {
    if (!("mediaSession" in navigator)) return undefined;
    const { mediaSession } = navigator;
    mediaSession.playbackState = isPlaying ? "playing" : "paused";
    const handlers: readonly (readonly [MediaSessionAction, MediaSessionActionHandler])[] = [
      ["play", actions.play],
      ["pause", actions.pause],
      ["previoustrack", actions.previous],
      ["nexttrack", actions.next],
      [
        "seekbackward",
        () => {
          actions.jump(-1);
        },
      ],
      [
        "seekforward",
        () => {
          actions.jump(1);
        },
      ],
      [
        "seekto",
        ({ seekTime }) => {
          if (seekTime !== undefined) actions.seek(seekTime);
        },
      ],
    ];
    for (const [action, handler] of handlers) setHandler(action, handler);
    return () => {
      for (const [action] of handlers) setHandler(action, null);
    };
  });
}

/** Browsers refuse actions that they do not know. */
function setHandler(action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
  try {
    navigator.mediaSession.setActionHandler(action, handler);
  } catch {
    // It has no key then.
  }
}
