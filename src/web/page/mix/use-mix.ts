import { useEffect, useRef, useState } from "preact/hooks";
import { MixEndsDocument, MixTrackDocument, type MixEndsQuery } from "../generated/documents.js";
import { request } from "../graphql/request.js";
import { trackAddressOf } from "../parts/track-address.js";
import { findMix, type MixAsFound } from "./find-mix.js";
import type { MixWish } from "./mix-address.js";

/** A track that a mix can begin or end with. */
export interface MixEnd {
  /** The id of its recording. */
  readonly ref: string;
  /** Title, artist and album, as the reader chooses it. */
  readonly label: string;
}

/** The state of a mix. */
export interface MixState {
  readonly isWorking: boolean;
  readonly failure: unknown;
  /** `null` before the first answer. */
  readonly found: MixAsFound | null;
}

const PAUSE_MS = 250;
const OFFERED = 20;
const NOTHING: MixState = { isWorking: false, failure: null, found: null };

/** The analysed tracks that words fit, a moment after their last change. */
export function useMixEnds(words: string): {
  readonly ends: readonly MixEnd[];
  readonly failure: unknown;
} {
  const [state, setState] = useState<{ ends: readonly MixEnd[]; failure: unknown }>({
    ends: [],
    failure: null,
  });
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const text = words.trim();
      const filter = text === "" ? null : { text };
      request(MixEndsDocument, { filter, first: OFFERED }, abort.signal).then(
        ({ tracks }) => {
          if (abort.signal.aborted) return;
          const nodes = tracks.edges.flatMap(({ node }) => (node ? [node] : []));
          setState({ ends: nodes.map(endOf), failure: null });
        },
        (failure: unknown) => {
          if (!abort.signal.aborted) setState((last) => ({ ...last, failure }));
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [words]);
  return state;
}

type NamedEnd = NonNullable<MixEndsQuery["tracks"]["edges"][number]["node"]>;

const endOf = (track: NamedEnd): MixEnd => ({
  ref: trackAddressOf(track),
  label: [track.trackName, track.artist, track.album].filter((name) => name !== null).join(" – "),
});

/**
 * The track that is chosen as an end: one of those that are offered, or else loaded, as where an address names it.
 *
 * @param ref the id of its recording; `null` where none is chosen
 * @returns `null` where none is chosen, or while it is loaded
 */
export function useMixEnd(ref: string | null, offered: readonly MixEnd[]): MixEnd | null {
  const known = offered.find((end) => end.ref === ref);
  const [loaded, setLoaded] = useState<MixEnd | null>(null);
  const latest = known ?? (loaded?.ref === ref ? loaded : null);
  useEffect(() => {
    if (known) setLoaded(known);
  }, [known?.ref]);
  useEffect(() => {
    if (ref === null || latest) return undefined;
    const abort = new AbortController();
    request(MixTrackDocument, { ref }, abort.signal).then(
      ({ track }) => {
        if (!abort.signal.aborted && track) setLoaded({ ...endOf(track), ref });
      },
      // The mix says what is wrong with its ends.
      () => undefined,
    );
    return () => {
      abort.abort();
    };
  }, [ref]);
  return latest;
}

/**
 * The mix that is asked for, found anew whenever what it is found by changes. While the reader's own order is shown, a step
 * that is locked or let go changes nothing: the next time that the mix is found, it counts.
 */
export function useMix(wish: MixWish): MixState & { readonly retry: () => void } {
  const [state, setState] = useState(NOTHING);
  const [attempt, setAttempt] = useState(0);
  const { from, to, length, bounds, stated, tracks } = wish;
  const held = useRef(wish.locked);
  if (tracks === null) held.current = wish.locked;
  const locked = held.current;
  useEffect(() => {
    if (from === null || to === null || from === to) {
      setState(NOTHING);
      return undefined;
    }
    const abort = new AbortController();
    setState((last) => ({ ...last, isWorking: true, failure: null }));
    findMix({ from, to, length, bounds, stated, locked }, abort.signal).then(
      (found) => {
        if (!abort.signal.aborted) setState({ isWorking: false, failure: null, found });
      },
      (failure: unknown) => {
        if (!abort.signal.aborted) setState({ isWorking: false, failure, found: null });
      },
    );
    return () => {
      abort.abort();
    };
  }, [from, to, length, bounds, stated, locked, attempt]);
  return {
    ...state,
    retry: () => {
      setAttempt((last) => last + 1);
    },
  };
}
