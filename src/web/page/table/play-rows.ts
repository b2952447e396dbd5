import { trackAddressOf } from "../parts/track-address.js";
import type { PlayedTrack } from "../player/play-queue.js";
import { playTracks } from "../player/player-store.js";
import type { ShownRow } from "./shown-track.js";
import type { TrackRows } from "./track-rows.js";

/** The largest number of rows that come into the queue with the one that is played. */
const MAX_FOLLOWING = 500;

/** Returns a row as the player takes it. */
export const playedTrackOf = (row: ShownRow): PlayedTrack => {
  const { trackName, artist, album, thumbnailUrl } = row;
  return { ref: trackAddressOf(row), trackName, artist, album, thumbnailUrl };
};

/** Plays a row, and after it those behind it, as far as they are loaded. */
export function playFrom(rows: TrackRows, index: number): void {
  const following: PlayedTrack[] = [];
  for (let place = index; following.length < MAX_FOLLOWING; place += 1) {
    const row = rows.rowAt(place);
    if (row === undefined) break;
    if (row !== null) following.push(playedTrackOf(row));
  }
  if (following.length > 0) playTracks(following);
}
