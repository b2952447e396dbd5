import { CopiedDatabase } from "../../../../src/adapters/storage/copy/copied-database.js";
import { DatabaseCopy } from "../../../../src/adapters/storage/copy/database-copy.js";
import type { Database } from "../../../../src/adapters/storage/database.js";
import type { CopyProgress } from "../../../../src/domain/operations/copy-report.js";

/** Few rows in a portion, so that each table has several. */
const MAX_ROWS = 2;

interface CopyOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: CopyProgress;
  readonly from?: string;
}

/** Copies a database. */
export function copy(
  source: Database,
  target: Database,
  options: CopyOptions = {},
): ReturnType<DatabaseCopy["run"]> {
  const { signal = new AbortController().signal, from = "the source" } = options;
  return new DatabaseCopy({
    source: CopiedDatabase.from(source, from, MAX_ROWS),
    target: CopiedDatabase.from(target, "the target", MAX_ROWS),
    system: target.system,
    signal,
    onProgress: options.onProgress ?? (() => undefined),
  }).run();
}

/** Begins a copy, and stops it after so many portions; returns whether it stopped before its end. */
export async function interrupt(
  source: Database,
  target: Database,
  portions: number,
): Promise<boolean> {
  const stopping = new AbortController();
  let left = portions;
  const onProgress = (): void => {
    if (left-- === 0) stopping.abort();
  };
  const copying = copy(source, target, { signal: stopping.signal, onProgress });
  return copying.then(
    () => false,
    (failure: unknown) => {
      if (!stopping.signal.aborted) throw failure;
      return true;
    },
  );
}
