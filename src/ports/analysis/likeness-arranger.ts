import type { LikenessLayout, LikenessPlaces } from "../../domain/likeness/likeness-layout.js";

/** Computes layouts by likeness, off the event loop. Embeddings have `EMBEDDING_LENGTH` coordinates each; those that begin with `NO_EMBEDDING` are none. */
export interface LikenessArranger {
  /** Of the layouts that it makes. */
  readonly version: string;

  /**
   * Arranges recordings: seconds, however many they are. The same recordings in any order give the same layout.
   *
   * @param before a layout of fewer recordings, which the new one resembles
   */
  arrange(embeddings: Int8Array, before: LikenessLayout | undefined): Promise<LikenessLayout>;

  /** Returns the places of recordings on a layout, in their order. What was placed shortly before takes no time. */
  place(layout: LikenessLayout, embeddings: Int8Array): Promise<LikenessPlaces>;

  /** Stops the thread; calls in progress reject. */
  close(): Promise<void>;
}
