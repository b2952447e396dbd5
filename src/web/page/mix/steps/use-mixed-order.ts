import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { MixTrackDocument } from "../../generated/documents.js";
import { request } from "../../graphql/request.js";
import { trackAddressOf } from "../../parts/track-address.js";
import type { MixedTrack } from "../mixed-track.js";

/** A mix as the reader has changed it. */
export interface MixedOrder {
  readonly tracks: readonly MixedTrack[];
  /** Whether it is another than the one that was found. */
  readonly isChanged: boolean;
  readonly move: (from: number, to: number) => void;
  readonly remove: (place: number) => void;
  readonly replace: (place: number, track: MixedTrack) => void;
  /** Goes back to the mix as it was found. */
  readonly reset: () => void;
}

/**
 * The order of a mix that was found, with what the reader changes in it.
 *
 * @param given the ids of its recordings as they were ordered; `null` where they are as found
 * @param onOrder called with the next order, `null` for that in which they were found
 */
export function useMixedOrder(
  found: readonly MixedTrack[],
  given: readonly string[] | null,
  onOrder: (order: readonly string[] | null) => void,
): MixedOrder {
  const [others, setOthers] = useState<ReadonlyMap<string, MixedTrack>>(new Map());
  const add = (track: MixedTrack): void => {
    setOthers((last) => new Map(last).set(trackAddressOf(track), track));
  };
  const foundRefs = found.map(trackAddressOf);
  const ordered = given ?? foundRefs;
  const key = ordered.join();
  const known = useMemo(
    () => new Map([...others, ...found.map((track) => [trackAddressOf(track), track] as const)]),
    [others, found],
  );
  const missing = ordered.filter((ref) => !known.has(ref));
  useMissingTracks(missing, add);
  const tracks = useMemo(() => ordered.flatMap((ref) => known.get(ref) ?? []), [key, known]);
  const refs = tracks.map(trackAddressOf);
  const order = (next: readonly string[]): void => {
    onOrder(next.join() === foundRefs.join() ? null : next);
  };
  return {
    tracks,
    isChanged: refs.join() !== foundRefs.join(),
    move: (from, to) => {
      order(moved(refs, from, to));
    },
    remove: (place) => {
      order(refs.toSpliced(place, 1));
    },
    replace: (place, track) => {
      add(track);
      order(refs.with(place, trackAddressOf(track)));
    },
    reset: () => {
      onOrder(null);
    },
  };
}

/** Loads tracks that an address names and the mix does not have; those that are gone stay away. */
function useMissingTracks(refs: readonly string[], onTrack: (track: MixedTrack) => void): void {
  const asked = useRef(new Set<string>());
  useEffect(() => {
    for (const ref of refs) {
      if (asked.current.has(ref)) continue;
      asked.current.add(ref);
      request(MixTrackDocument, { ref }).then(
        ({ track }) => {
          if (track) onTrack(track);
        },
        () => undefined,
      );
    }
  }, [refs.join()]);
}

function moved(refs: readonly string[], from: number, to: number): readonly string[] {
  const ref = refs[from];
  return ref === undefined ? refs : refs.toSpliced(from, 1).toSpliced(to, 0, ref);
}
