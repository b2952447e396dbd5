/** A trained net as it is kept: 16-bit integers, little endian, in base64, and what 1 stands for. */
export interface StoredWeights {
  readonly scale: number;
  readonly values: string;
}

/** Takes the weights of a stored net off in order: each call answers the next `count` of them. */
export function weightReader({ scale, values }: StoredWeights): (count: number) => Float32Array {
  const bytes = atob(values);
  let place = 0;
  return (count) =>
    Float32Array.from({ length: count }, () => {
      const unsigned = bytes.charCodeAt(place) + 256 * bytes.charCodeAt(place + 1);
      place += 2;
      return (unsigned < 32_768 ? unsigned : unsigned - 65_536) * scale;
    });
}
