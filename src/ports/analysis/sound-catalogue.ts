import type { TrackFilter } from "../../domain/catalogue/catalogue-query.js";
import type { Spread } from "../../domain/catalogue/field-distribution.js";
import type { MeasuredTrack } from "../../domain/catalogue/measured-track.js";
import type { SimilarityField } from "../../domain/catalogue/similarity.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { WorkBudget } from "../../domain/work-budget.js";

/**
 * All analysed tracks in memory, one column per field, so that all of them can be compared in
 * milliseconds. Each track has a slot, an integer in [0, size).
 */
export interface SoundTable {
  /** The number of tracks. */
  readonly size: number;
  /** The distribution of each field among the tracks. */
  readonly spreads: Readonly<Record<SimilarityField, Spread>>;
  /**
   * The embeddings of all tracks, `EMBEDDING_LENGTH` coordinates of each slot; the first of them is `NO_EMBEDDING` where the track
   * has none. The array may be longer.
   */
  readonly embeddings: Int8Array;
  /** The variance of all coordinates of an embedding together among the tracks, > 0. */
  readonly embeddingVariance: number;

  /**
   * Returns the coordinates of a field by slot, as `coordinateFrom` computes them; `NaN` where there
   * is none. The array may be longer than `size`.
   */
  coordinates(field: SimilarityField): Float32Array;

  /** The artists as tags have them: by slot, the index of a text; the array may be longer. */
  readonly artists: {
    readonly indexes: Readonly<Uint32Array>;
    readonly texts: readonly string[];
  };

  /** Returns the recording of a slot. */
  recordingIdAt(slot: number): RecordingId;

  /** Returns the track of a slot. */
  measuredAt(slot: number): MeasuredTrack;
}

/**
 * Work that takes longer than a few milliseconds: it yields after each few of them, where other work
 * may run, and returns its answer.
 */
export type SlicedWork<Answer> = Generator<undefined, Answer, undefined>;

/** Which tracks are read, and for whom. */
export interface ReadOptions {
  /** All when absent. */
  readonly filter?: TrackFilter | undefined;
  /** Without one, the work is neither charged nor cancelled. */
  readonly budget?: WorkBudget | undefined;
}

/** The catalogue, as similarity reads it. */
export interface SoundCatalogue {
  /**
   * Returns the result of `work` on a table that has every change up to the call, of this process or
   * another. Calls run one after the other, and yield to other work in between, so that a request
   * with many calls does not block others.
   *
   * @param work takes milliseconds, and must not keep the table; `among` has the slots that pass the
   * filter, ascending, and is absent where no filter is given
   * @throws what `WorkBudget.begin` throws, before the work
   */
  read<Answer>(
    work: (table: SoundTable, among?: Uint32Array) => Answer,
    options?: ReadOptions,
  ): Promise<Answer>;

  /**
   * Returns the result of longer work on such a table. Other work of the process runs after each few
   * milliseconds. Where the table has changed meanwhile, the work is begun anew.
   *
   * @param work the same as for `read`, but that it yields
   * @throws what `WorkBudget.begin` throws, before each part of the work
   */
  readInSlices<Answer>(
    work: (table: SoundTable, among?: Uint32Array) => SlicedWork<Answer>,
    options?: ReadOptions,
  ): Promise<Answer>;
}
