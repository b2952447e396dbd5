import { setImmediate as nextTurn } from "node:timers/promises";

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
 */
export async function inTurns<Portion>(
  portions: Iterable<Portion>,
  work: (portion: Portion) => Promise<void>,
): Promise<void> {
  for (const portion of portions) {
    await work(portion);
    await nextTurn();
  }
}
