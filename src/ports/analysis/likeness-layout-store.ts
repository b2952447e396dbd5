import type { LikenessLayout } from "../../domain/likeness/likeness-layout.js";

/** Keeps the layout by likeness that all processes use. */
export interface LikenessLayoutStore {
  /** Returns the layout that is kept; `undefined` where there is none. */
  find(): Promise<LikenessLayout | undefined>;

  /**
   * Keeps a layout in place of the one that was found before, and returns the one that is kept then: that of another process, where
   * it was faster.
   *
   * @param before as `find` returned it
   */
  keep(layout: LikenessLayout, before: LikenessLayout | undefined): Promise<LikenessLayout>;
}
