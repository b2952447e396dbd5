import { useMemo } from "preact/hooks";
import type { Playback } from "../playback/use-playback.js";
import { useDeck } from "./player-context.js";
import type { PlayedTrack } from "./play-queue.js";
import { entryAt, playTracks, setPlaying, usePlayerState } from "./player-store.js";

/**
 * The playback of one track by the player, for its timeline and its clicks. While the player plays another one, or nothing, it is at
 * its beginning, and begins where it is wanted.
 *
 * @param state whether it can be played, as far as that is known without the player
 */
export function usePlayed(track: PlayedTrack, state: Playback["state"]): Playback {
  const { queue, isPlaying } = usePlayerState();
  const deck = useDeck();
  const isPlayed = entryAt(queue)?.track.ref === track.ref;
  const sound = isPlayed ? (deck?.sound.playback ?? null) : null;
  return useMemo(() => {
    const begin = (seconds: number): void => {
      playTracks([track], 0, seconds);
    };
    const play = (): void => {
      if (isPlayed) setPlaying(true);
      else begin(0);
    };
    const pause = (): void => {
      if (isPlayed) setPlaying(false);
    };
    return {
      state,
      isPlaying: isPlayed && isPlaying,
      play,
      pause,
      toggle: isPlayed && isPlaying ? pause : play,
      seek: (seconds) => {
        if (sound) sound.seek(seconds);
        else begin(seconds);
      },
      position: () => sound?.position() ?? 0,
    };
  }, [track.ref, state, isPlayed, isPlaying, sound]);
}
