import { setImmediate as nextTurn } from "node:timers/promises";
import type { LibraryPath } from "../../domain/library/library-file.js";

const PATHS_PER_STATEMENT = 500;

/** Splits the values, in order, into parts of at most `size`, because a statement has a maximum of values. */
export function portionsOf<T>(values: readonly T[], size: number): readonly (readonly T[])[] {
  const count = Math.ceil(values.length / size);
  return Array.from({ length: count }, (_, index) =>
    values.slice(index * size, (index + 1) * size),
  );
}

/**
 * Reads or writes portions, a statement each, and lets other work of the process run in between: SQLite answers at once, so that
 * many statements would be one turn of the event loop.
 *
 * @throws {unknown} `signal.reason`, where the signal has aborted before a portion
 */
export async function inTurns<Portion>(
  portions: Iterable<Portion>,
  work: (portion: Portion) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  for (const portion of portions) {
    signal?.throwIfAborted();
    await work(portion);
    await nextTurn();
  }
}

/** Yields paths by their folders, as many as one statement takes. */
export function* portionsByFolder(
  paths: readonly LibraryPath[],
): Generator<{ readonly folder: string; readonly relativePaths: readonly string[] }> {
  for (const folder of new Set(paths.map((path) => path.folder))) {
    const inFolder = paths.filter((path) => path.folder === folder);
    const relativePaths = [...new Set(inFolder.map(({ relativePath }) => relativePath))];
    for (const some of portionsOf(relativePaths, PATHS_PER_STATEMENT)) {
      yield { folder, relativePaths: some };
    }
  }
}
