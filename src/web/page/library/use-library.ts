import { useCallback, useEffect, useState } from "preact/hooks";
import {
  LibraryPageDocument,
  LibraryProgressedDocument,
  TryAgainDocument,
  type LibraryPageQuery,
  type LibraryProgressFragment,
} from "../generated/documents.js";
import { request } from "../graphql/request.js";
import { subscribe } from "../graphql/subscribe.js";

/** The library with its folders and the first of its failures. */
export type ShownLibrary = LibraryPageQuery["library"];

/** A file of the library whose analysis failed, with its position in the list. */
export type ShownFailure = ShownLibrary["failures"]["edges"][number];

/** The state of the library's view. */
export interface LibraryState {
  readonly library: ShownLibrary | null;
  /** The newest counts; they change while the library is analysed. */
  readonly progress: LibraryProgressFragment | null;
  /** Whether any track is analysed, which may be an upload, or gone. */
  readonly hasTracks: boolean;
  readonly failures: readonly ShownFailure[];
  readonly problem: unknown;
  readonly reload: () => void;
  readonly showMore: () => void;
  /** Lets one track, or all that failed, be tried again; returns how many. */
  readonly retry: (trackKey?: string) => Promise<number>;
}

const FAILURES_PER_PAGE = 20;

/** Loads the library, and follows the progress of its analysis. */
export function useLibrary(): LibraryState {
  const [library, setLibrary] = useState<ShownLibrary | null>(null);
  const [progress, setProgress] = useState<LibraryProgressFragment | null>(null);
  const [count, setCount] = useState(0);
  const [failures, setFailures] = useState<readonly ShownFailure[]>([]);
  const [problem, setProblem] = useState<unknown>(null);
  const [loads, setLoads] = useState(0);
  const reload = useCallback(() => {
    setLoads((last) => last + 1);
  }, []);
  const load = useCallback((after: string | null) => {
    setProblem(null);
    request(LibraryPageDocument, { first: FAILURES_PER_PAGE, after }).then((answer) => {
      setLibrary(answer.library);
      setProgress(answer.library);
      setCount(answer.tracks.totalCount);
      const { edges } = answer.library.failures;
      setFailures((last) => (after === null ? edges : [...last, ...edges]));
    }, setProblem);
  }, []);
  const failedCount = progress?.failed;
  // With it, the files of the folders have changed.
  const scannedAt = progress?.lastScan?.endedAt;
  useEffect(() => {
    load(null);
  }, [load, loads, failedCount, scannedAt]);
  useEffect(
    () =>
      subscribe(
        LibraryProgressedDocument,
        {},
        {
          onNext: ({ libraryUpdated }) => {
            setProgress(libraryUpdated);
          },
        },
      ),
    [loads],
  );
  return {
    library,
    progress,
    hasTracks: count > 0 || (progress?.analysed ?? 0) > 0,
    failures,
    problem,
    reload,
    showMore: () => {
      load(library?.failures.pageInfo.endCursor ?? null);
    },
    retry: async (trackKey) => {
      const { retryAnalyses } = await request(TryAgainDocument, {
        by: trackKey === undefined ? null : { key: trackKey },
      });
      reload();
      return retryAnalyses;
    },
  };
}
