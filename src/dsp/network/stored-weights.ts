/** Trained weights of a network as stored in the source. */
export interface StoredWeights {
  /** The weight that the integer 1 stands for, > 0. */
  readonly scale: number;
  /** 16-bit signed integers, little endian, in base64. */
  readonly values: string;
}

/** Returns a function that reads stored weights in order: each call returns the next `count` weights. */
export function weightReader({ scale, values }: StoredWeights): (count: number) => Float32Array {
  const bytes = atob(values);
  let offset = 0;
  return (count) =>
    Float32Array.from({ length: count }, () => {
      const unsigned = bytes.charCodeAt(offset) + 256 * bytes.charCodeAt(offset + 1);
      offset += 2;
      return (unsigned < 32_768 ? unsigned : unsigned - 65_536) * scale;
    });
}
