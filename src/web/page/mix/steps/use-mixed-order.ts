import { useState } from "preact/hooks";
import { trackAddressOf } from "../../parts/track-address.js";
import type { MixedTrack } from "../mixed-track.js";

/** A mix as the reader has changed it. */
export interface MixedOrder {
  readonly tracks: readonly MixedTrack[];
  /** What the reader has changed: "removed" where only tracks are left out. */
  readonly changed: "nothing" | "removed" | "more";
  /** What names the tracks of the found mix that are left out. */
  readonly removed: readonly string[];
  readonly move: (from: number, to: number) => void;
  readonly remove: (place: number) => void;
  readonly replace: (place: number, track: MixedTrack) => void;
  /** Goes back to the mix as it was found. */
  readonly reset: () => void;
}

/** Keeps the order of a mix that was found, and what the reader changes in it. */
export function useMixedOrder(found: readonly MixedTrack[]): MixedOrder {
  const [tracks, setTracks] = useState(found);
  const refs = tracks.map(trackAddressOf);
  const kept = new Set(refs);
  const left = found.filter((track) => kept.has(trackAddressOf(track)));
  const isInOrder =
    left.length === tracks.length &&
    left.every((track, place) => trackAddressOf(track) === refs[place]);
  const removed = found.filter((track) => !kept.has(trackAddressOf(track)));
  return {
    tracks,
    changed: !isInOrder ? "more" : removed.length > 0 ? "removed" : "nothing",
    removed: removed.map(trackAddressOf),
    move: (from, to) => {
      setTracks((last) => moved(last, from, to));
    },
    remove: (place) => {
      setTracks((last) => last.toSpliced(place, 1));
    },
    replace: (place, track) => {
      setTracks((last) => last.with(place, track));
    },
    reset: () => {
      setTracks(found);
    },
  };
}

function moved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const item = items[from];
  return item === undefined ? items : items.toSpliced(from, 1).toSpliced(to, 0, item);
}
