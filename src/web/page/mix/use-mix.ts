import { useEffect, useState } from "preact/hooks";
import { MixEndsDocument, MixStepsDocument, type MixStepsQuery } from "../generated/documents.js";
import { request } from "../graphql/request.js";
import { trackAddressOf } from "../parts/track-address.js";

/** A track that a mix can begin or end with. */
export interface MixEnd {
  /** The id of its recording. */
  readonly ref: string;
  /** Title, artist and album, as the reader chooses it. */
  readonly label: string;
}

/** A step of a mix as the server finds it. */
type MixStepShown = MixStepsQuery["mixPath"]["steps"][number];

/** The state of a mix. */
export interface MixState {
  readonly isWorking: boolean;
  readonly failure: unknown;
  /** `null` before the first answer. */
  readonly steps: readonly MixStepShown[] | null;
}

const PAUSE_MS = 250;
const OFFERED = 20;
const NOTHING: MixState = { isWorking: false, failure: null, steps: null };

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
          const ends = nodes.map((node) => ({
            ref: trackAddressOf(node),
            label: [node.trackName, node.artist, node.album]
              .filter((name) => name !== null)
              .join(" – "),
          }));
          setState({ ends, failure: null });
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

/** The mix between two tracks, found anew whenever one of them or the length changes. */
export function useMix(
  from: MixEnd | null,
  to: MixEnd | null,
  length: number,
): MixState & { readonly retry: () => void } {
  const [state, setState] = useState(NOTHING);
  const [attempt, setAttempt] = useState(0);
  const [fromRef, toRef] = [from?.ref, to?.ref];
  useEffect(() => {
    if (fromRef === undefined || toRef === undefined || fromRef === toRef) {
      setState(NOTHING);
      return undefined;
    }
    const abort = new AbortController();
    setState((last) => ({ ...last, isWorking: true, failure: null }));
    request(MixStepsDocument, { from: fromRef, to: toRef, length }, abort.signal).then(
      ({ mixPath }) => {
        if (abort.signal.aborted) return;
        setState({ isWorking: false, failure: null, steps: mixPath.steps });
      },
      (failure: unknown) => {
        if (!abort.signal.aborted) setState({ isWorking: false, failure, steps: null });
      },
    );
    return () => {
      abort.abort();
    };
  }, [fromRef, toRef, length, attempt]);
  return {
    ...state,
    retry: () => {
      setAttempt((last) => last + 1);
    },
  };
}
