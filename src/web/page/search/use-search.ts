import { useCallback, useEffect, useState } from "preact/hooks";
import {
  FoundAnalysesDocument,
  SearchPageDocument,
  StartAnalysisDocument,
  type FoundAnalysisFragment,
  type SearchPageQuery,
} from "../generated/documents.js";
import { request } from "../graphql/request.js";
import { subscribe } from "../graphql/subscribe.js";

/** A result of the search. */
export type FoundTrack = SearchPageQuery["search"]["results"][number];

/** The state of a search. */
export interface SearchState {
  readonly isWorking: boolean;
  readonly failure: unknown;
  /** `null` before the first answer. */
  readonly found: SearchPageQuery["search"] | null;
}

const PAUSE_MS = 250;
const RESULT_LIMIT = 25;
const NOTHING: SearchState = { isWorking: false, failure: null, found: null };

/**
 * Searches a moment after the last change of the words. Only the answer to the newest words is
 * shown, whichever arrives last.
 */
export function useSearch(title: string, artist: string): SearchState & { retry: () => void } {
  const [state, setState] = useState(NOTHING);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const track = title.trim();
    if (track === "") {
      setState(NOTHING);
      return undefined;
    }
    const abort = new AbortController();
    setState((last) => ({ ...last, isWorking: true, failure: null }));
    const timer = setTimeout(() => {
      const words = { track, artist: artist.trim() === "" ? null : artist.trim() };
      request(SearchPageDocument, { ...words, limit: RESULT_LIMIT }, abort.signal).then(
        ({ search }) => {
          if (!abort.signal.aborted) setState({ isWorking: false, failure: null, found: search });
        },
        (failure: unknown) => {
          if (!abort.signal.aborted) setState({ isWorking: false, failure, found: null });
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [title, artist, attempt]);
  return {
    ...state,
    retry: () => {
      setAttempt((last) => last + 1);
    },
  };
}

/** The analyses that arrived after a search, by track key, and how to ask for one. */
export interface ArrivingAnalyses {
  readonly byKey: ReadonlyMap<string, FoundAnalysisFragment>;
  readonly failure: unknown;
  readonly analyse: (trackKey: string) => void;
}

/** Follows the analyses of the given tracks that are not ready, as long as they are shown. */
export function useArrivingAnalyses(tracks: readonly FoundTrack[]): ArrivingAnalyses {
  const [byKey, setByKey] = useState<ReadonlyMap<string, FoundAnalysisFragment>>(new Map());
  const [asked, setAsked] = useState(0);
  const [failure, setFailure] = useState<unknown>(null);
  const put = useCallback((analysis: FoundAnalysisFragment) => {
    setByKey((last) => new Map(last).set(analysis.trackKey, analysis));
  }, []);
  const underWay = tracks
    .filter(({ trackKey, analysis }) => isUnderWay(byKey.get(trackKey) ?? analysis))
    .map(({ trackKey }) => trackKey)
    .join();
  useEffect(() => {
    if (underWay === "") return undefined;
    return subscribe(
      FoundAnalysesDocument,
      { tracks: underWay.split(",").map((key) => ({ key })) },
      {
        onNext: ({ analysisUpdated }) => {
          put(analysisUpdated);
        },
      },
    );
  }, [underWay, asked, put]);
  const analyse = (trackKey: string): void => {
    setFailure(null);
    request(StartAnalysisDocument, { trackKey }).then(({ analyses }) => {
      analyses.forEach(put);
      setAsked((last) => last + 1);
    }, setFailure);
  };
  return { byKey, failure, analyse };
}

/** Whether an analysis is in progress, or waits for it; otherwise nothing will arrive. */
function isUnderWay(analysis: FoundAnalysisFragment): boolean {
  return analysis.__typename === "AnalysisPending" && analysis.state !== "NOT_REQUESTED";
}
