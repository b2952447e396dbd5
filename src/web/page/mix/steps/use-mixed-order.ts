import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { MixTrackDocument } from "../../generated/documents.js";
import { request } from "../../graphql/request.js";
import { trackAddressOf } from "../../parts/track-address.js";
import type { LockedStep } from "../mix-address.js";
import type { MixedTrack } from "../mixed-track.js";

/** A mix as the reader has changed it. */
export interface MixedOrder {
  readonly tracks: readonly MixedTrack[];
  /** Whether it is another than the one that was found. */
  readonly isChanged: boolean;
  /** The ids of the tracks that stay where the mix is found again. */
  readonly locked: ReadonlySet<string>;
  readonly move: (from: number, to: number) => void;
  readonly remove: (place: number) => void;
  readonly replace: (place: number, track: MixedTrack) => void;
  /** Locks a step, or lets it go. */
  readonly lock: (place: number) => void;
  /** Goes back to the mix as it was found, or finds it again where steps are locked. */
  readonly reset: () => void;
}

/** What the reader has changed in a mix, and is told of changes. */
interface ChangedOrder {
  /** The ids of the recordings as they were ordered; `null` where they are as found. */
  readonly given: readonly string[] | null;
  readonly locked: readonly LockedStep[];
  /** Called with the next order, `null` for that in which they are found, and the steps that are locked then. */
  readonly onOrder: (order: readonly string[] | null, locked: readonly LockedStep[]) => void;
}

/** The order of a mix that was found, with what the reader changes in it. */
export function useMixedOrder(
  found: readonly MixedTrack[],
  { given, locked, onOrder }: ChangedOrder,
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
  const lockedRefs = new Set(locked.map(({ ref }) => ref));
  const order = (next: readonly string[]): void => {
    const isAsFound = lockedRefs.size === 0 && next.join() === foundRefs.join();
    onOrder(isAsFound ? null : next, placed(lockedRefs, next));
  };
  return {
    tracks,
    isChanged: refs.join() !== foundRefs.join(),
    locked: lockedRefs,
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
    lock: (place) => {
      const ref = refs[place];
      if (ref === undefined) return;
      const next = new Set(lockedRefs);
      if (!next.delete(ref)) next.add(ref);
      // What is seen stays until the mix is found again.
      onOrder(refs, placed(next, refs));
    },
    reset: () => {
      onOrder(null, locked);
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

/** Returns where locked tracks are in an order; those that are no part of it are let go. */
const placed = (locked: ReadonlySet<string>, refs: readonly string[]): readonly LockedStep[] =>
  refs.flatMap((ref, place) => (locked.has(ref) ? [{ place, ref }] : []));

function moved(refs: readonly string[], from: number, to: number): readonly string[] {
  const ref = refs[from];
  return ref === undefined ? refs : refs.toSpliced(from, 1).toSpliced(to, 0, ref);
}
