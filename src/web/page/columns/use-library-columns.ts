import { useEffect, useRef, useState } from "preact/hooks";
import { LibraryProgressedDocument } from "../generated/documents.js";
import { subscribe } from "../graphql/subscribe.js";
import { useSession } from "../session/session.js";
import { joinedColumns, loadColumns, type ColumnName, type LoadedColumns } from "./load-columns.js";

/** The state of the columns that a view needs. */
export interface LibraryColumnsState {
  /** `null` before all that are needed were first answered; columns of before stay while they are loaded again. */
  readonly loaded: LoadedColumns | null;
  readonly failure: unknown;
  /** Loads them again. */
  readonly reload: () => void;
}

/** The shortest time between two loads while the library is analysed. */
const PAUSE_MS = 10_000;

/** What all views share, so that going from one to another needs no request. */
const shared: {
  loaded: LoadedColumns | null;
  /** The generation of the session that they were loaded in. */
  generation: number;
  /** The number of analysed tracks of the library, as last seen. */
  analysed: number | null;
} = { loaded: null, generation: 0, analysed: null };

/** Drops what all views share, where the reader has changed which tracks there are: the next view loads it anew. */
export function dropLibraryColumns(): void {
  shared.loaded = null;
}

/** Columns of all analysed tracks, which are loaded again while more are analysed. */
export function useLibraryColumns(needed: readonly ColumnName[]): LibraryColumnsState {
  const { generation } = useSession();
  if (shared.generation !== generation) {
    // What one reader may see is not for another.
    Object.assign(shared, { loaded: null, generation, analysed: null });
  }
  const [state, setState] = useState<Omit<LibraryColumnsState, "reload">>({
    ...{ loaded: shared.loaded, failure: null },
  });
  const [loads, setLoads] = useState(0);
  const answered = useRef(0);
  const reload = (): void => {
    setLoads((last) => last + 1);
  };
  const names = needed.join();
  useEffect(() => {
    const abort = new AbortController();
    load(needed, loads > answered.current, abort.signal).then(
      (loaded) => {
        if (abort.signal.aborted) return;
        answered.current = loads;
        shared.loaded = loaded;
        setState({ loaded, failure: null });
      },
      (failure: unknown) => {
        if (!abort.signal.aborted) setState((last) => ({ ...last, failure }));
      },
    );
    return () => {
      abort.abort();
    };
  }, [names, loads]);
  useReloads(reload);
  const hasAll = state.loaded && needed.every((name) => state.loaded?.names.includes(name));
  return { loaded: hasAll ? state.loaded : null, failure: state.failure, reload };
}

/** Loads the columns that are not there yet; all that are needed where the tracks have changed. */
async function load(
  needed: readonly ColumnName[],
  isOutdated: boolean,
  signal: AbortSignal,
): Promise<LoadedColumns> {
  const known = isOutdated ? null : shared.loaded;
  const wanted = [...new Set(needed)];
  if (!known) return loadColumns(wanted, signal);
  const missing = wanted.filter((name) => !known.names.includes(name));
  if (missing.length === 0) return known;
  return joinedColumns(known, await loadColumns(missing, signal));
}

/** Calls a function when the number of analysed tracks of the library has changed, at most every 10 s. */
function useReloads(reload: () => void): void {
  const latest = useRef(reload);
  latest.current = reload;
  useEffect(() => {
    let isFirst = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = subscribe(
      LibraryProgressedDocument,
      {},
      {
        onNext: ({ libraryUpdated: { analysed } }) => {
          const hasChanged = shared.analysed !== null && shared.analysed !== analysed;
          // What changed while no view was there to notice is loaded at once.
          const pause = isFirst ? 0 : PAUSE_MS;
          shared.analysed = analysed;
          isFirst = false;
          if (!hasChanged) return;
          timer ??= setTimeout(() => {
            timer = undefined;
            latest.current();
          }, pause);
        },
      },
    );
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
}
