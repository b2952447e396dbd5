/** Splits the values, in order, into parts of at most `size`, because a statement has a maximum of values. */
export function portionsOf<T>(values: readonly T[], size: number): readonly (readonly T[])[] {
  const count = Math.ceil(values.length / size);
  return Array.from({ length: count }, (_, index) =>
    values.slice(index * size, (index + 1) * size),
  );
}
