import { useCallback, useEffect, useState } from "preact/hooks";
import {
  TrackPageDocument,
  TrackProgressDocument,
  type TrackPageQuery,
} from "../generated/documents.js";
import { request } from "../graphql/request.js";
import { subscribe } from "../graphql/subscribe.js";

/** A track as its view shows it. */
export type ShownTrack = NonNullable<TrackPageQuery["track"]>;

/** Everything that is measured on a track. */
export type ShownAnalysis = Extract<ShownTrack["analysis"], { __typename: "TrackAnalysis" }>;

/** The state of a track that is being loaded, shown or missing. */
export interface TrackState {
  /** `undefined` while it is loaded, `null` where it is not known. */
  readonly track: ShownTrack | null | undefined;
  readonly failure: unknown;
  /** Number of analyses before that of the track; `null` unless it waits. */
  readonly position: number | null;
  readonly reload: () => void;
}

const NEXT_ATTEMPT_MS = 5000;

/** Loads a track, starts its analysis where there is none, and loads it again when that is ready. */
export function useTrack(ref: string): TrackState {
  const [track, setTrack] = useState<ShownTrack | null>();
  const [failure, setFailure] = useState<unknown>(null);
  const [position, setPosition] = useState<number | null>(null);
  const [loads, setLoads] = useState(0);
  const reload = useCallback(() => {
    setLoads((last) => last + 1);
  }, []);
  useEffect(() => {
    const abort = new AbortController();
    request(TrackPageDocument, { ref }, abort.signal).then(
      (answer) => {
        // Only now, so that the notice of a server that is away does not come and go.
        setFailure(null);
        setTrack(answer.track);
      },
      (reason: unknown) => {
        if (!abort.signal.aborted) setFailure(reason);
      },
    );
    return () => {
      abort.abort();
    };
  }, [ref, loads]);
  const isPending = track?.analysis.__typename === "AnalysisPending";
  // Begins anew with each answer and each failure, not with each request: an analysis that is ready at once would end a
  // request that is still under way, and then the next one, without an end.
  useEffect(() => {
    if (!isPending) return undefined;
    return failure === null ? follow(ref, setPosition, reload) : afterAWhile(reload);
  }, [isPending, ref, track, failure, reload]);
  return { track, failure, position, reload };
}

/** Calls a function after a while, and returns what prevents it. */
function afterAWhile(attempt: () => void): () => void {
  const timer = setTimeout(attempt, NEXT_ATTEMPT_MS);
  return () => {
    clearTimeout(timer);
  };
}

/** Follows an analysis until it is ready; where the stream breaks, asks again after a while. */
function follow(
  ref: string,
  onPosition: (position: number | null) => void,
  onEnd: () => void,
): () => void {
  let cancel: (() => void) | undefined;
  let hasEnded = false;
  const stop = subscribe(
    TrackProgressDocument,
    { tracks: [{ id: ref }] },
    {
      onNext: ({ analysisUpdated }) => {
        if (analysisUpdated.__typename === "AnalysisPending") {
          onPosition(analysisUpdated.position);
        } else if (!hasEnded) {
          hasEnded = true;
          onEnd();
        }
      },
      onEnd: () => {
        if (!hasEnded) cancel = afterAWhile(onEnd);
      },
    },
  );
  return () => {
    cancel?.();
    stop();
  };
}
