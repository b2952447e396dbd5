/** The values in order, at most `size` together, because statements hold only so many. */
export function portionsOf<T>(values: readonly T[], size: number): readonly (readonly T[])[] {
  const count = Math.ceil(values.length / size);
  return Array.from({ length: count }, (_, index) =>
    values.slice(index * size, (index + 1) * size),
  );
}
