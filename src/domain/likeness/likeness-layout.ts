/**
 * Where recordings lie on a map on which those that sound alike are near each other: the places of some landmarks, by which
 * those of all others are found. A recording has the same place whenever it is looked for, whatever else the catalogue has.
 */
export interface LikenessLayout {
  /** Of the arrangement and of the analysis: the places of another version are no places of this one. */
  readonly version: string;
  /** The number of recordings that the landmarks were chosen from. */
  readonly madeOf: number;
  /** The embeddings of the landmarks, `EMBEDDING_LENGTH` coordinates of each. */
  readonly landmarks: Int8Array;
  /** Their places: two coordinates of each, in [0, 1]. */
  readonly places: Float32Array;
}

/** The places of recordings: by index, in [0, 1]; `NaN` of those without an embedding. */
export interface LikenessPlaces {
  readonly across: Float32Array;
  readonly upwards: Float32Array;
}
