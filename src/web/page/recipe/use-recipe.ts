import { useEffect, useState } from "preact/hooks";
import { useWork, type StartedWork } from "../parts/use-work.js";
import { loadRecipe, type StoredRecipe } from "./recipe.js";

/** A recipe that is changed, and the work on it. */
export interface OpenRecipe extends StartedWork {
  /** `null` before it is loaded. */
  readonly recipe: StoredRecipe | null;
  /** Loads it again. */
  readonly reload: () => void;
}

/** Loads the recipe of a playlist. */
export function useRecipe(id: string): OpenRecipe {
  const [recipe, setRecipe] = useState<StoredRecipe | null>(null);
  const work = useWork();
  const read = (signal: AbortSignal): void => {
    work.start(async () => {
      const loaded = await loadRecipe(id, signal);
      if (!signal.aborted) setRecipe(loaded);
    });
  };
  useEffect(() => {
    const abort = new AbortController();
    read(abort.signal);
    return () => {
      abort.abort();
    };
  }, []);
  const reload = (): void => {
    read(new AbortController().signal);
  };
  return { ...work, recipe, reload };
}
