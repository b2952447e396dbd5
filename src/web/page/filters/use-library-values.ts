import { useCallback, useEffect, useState } from "preact/hooks";
import { loadLibraryValues, type LibraryValues } from "./library-values.js";

/** The values of the library, or why they could not be loaded. */
export interface LibraryValuesState {
  /** `null` before the first answer. */
  readonly library: LibraryValues | null;
  readonly failure: unknown;
  readonly reload: () => void;
}

/** Loads the values of all analysed tracks; those of before stay while they are loaded again. */
export function useLibraryValues(): LibraryValuesState {
  const [library, setLibrary] = useState<LibraryValues | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [loads, setLoads] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    setFailure(null);
    loadLibraryValues(abort.signal).then(
      (loaded) => {
        if (!abort.signal.aborted) setLibrary(loaded);
      },
      (reason: unknown) => {
        if (!abort.signal.aborted) setFailure(reason);
      },
    );
    return () => {
      abort.abort();
    };
  }, [loads]);
  const reload = useCallback(() => {
    setLoads((last) => last + 1);
  }, []);
  return { library, failure, reload };
}
