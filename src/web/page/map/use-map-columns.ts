import { useEffect, useRef, useState } from "preact/hooks";
import { loadColumns, type ColumnName, type LoadedColumns } from "../columns/load-columns.js";
import { LibraryProgressedDocument } from "../generated/documents.js";
import { subscribe } from "../graphql/subscribe.js";

/** The state of the tracks of a map. */
export interface MapColumnsState {
  /** `null` before the first answer. */
  readonly loaded: LoadedColumns | null;
  /** The columns that `loaded` has. */
  readonly columns: readonly ColumnName[];
  readonly failure: unknown;
  readonly reload: () => void;
}

/** The shortest time between two loads while the library is analysed. */
const PAUSE_MS = 10_000;

/** Loads columns of all analysed tracks, and again while more are analysed. */
export function useMapColumns(needed: readonly ColumnName[]): MapColumnsState {
  const wanted = useRef<ReadonlySet<ColumnName>>(new Set());
  const [state, setState] = useState<Omit<MapColumnsState, "reload">>({
    ...{ loaded: null, columns: [], failure: null },
  });
  const [loads, setLoads] = useState(0);
  const reload = (): void => {
    setLoads((last) => last + 1);
  };
  // What was shown before stays asked for, so that going back to it needs no request.
  wanted.current = new Set([...wanted.current, ...needed]);
  const columns = [...wanted.current];
  const request = columns.join();
  useEffect(() => {
    const abort = new AbortController();
    loadColumns(columns, abort.signal).then(
      (loaded) => {
        if (!abort.signal.aborted) setState({ loaded, columns, failure: null });
      },
      (failure: unknown) => {
        if (!abort.signal.aborted) setState((last) => ({ ...last, failure }));
      },
    );
    return () => {
      abort.abort();
    };
  }, [request, loads]);
  useReloads(reload);
  return { ...state, reload };
}

/** Calls a function some time after the number of analysed tracks of the library has changed. */
function useReloads(reload: () => void): void {
  const latest = useRef(reload);
  latest.current = reload;
  useEffect(() => {
    let analysed: number | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = subscribe(
      LibraryProgressedDocument,
      {},
      {
        onNext: ({ libraryUpdated }) => {
          const isFirst = analysed === null;
          const hasChanged = analysed !== libraryUpdated.analysed;
          analysed = libraryUpdated.analysed;
          if (isFirst || !hasChanged) return;
          timer ??= setTimeout(() => {
            timer = undefined;
            latest.current();
          }, PAUSE_MS);
        },
      },
    );
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
}
