import { EMBEDDING_LENGTH } from "../../domain/analysis/sound-embedding.js";
import { countOfEmbeddings } from "../../domain/likeness/counted-embeddings.js";
import type { LikenessLayout, LikenessPlaces } from "../../domain/likeness/likeness-layout.js";
import type { AnalysisCatalogue } from "../../ports/analysis/analysis-catalogue.js";
import type { LikenessArranger } from "../../ports/analysis/likeness-arranger.js";
import type { LikenessLayoutStore } from "../../ports/analysis/likeness-layout-store.js";

/** A layout is made anew once there are so many times the recordings that it was made of: its landmarks are then few for them. */
const MAX_GROWTH = 4;

/** The maximum number of recordings that a layout is made of. */
const MAX_ARRANGED = 250_000;

/** Recordings that are placed without a pause, in which others may be, and after which nothing is done for a client that is gone. */
const PLACED_AT_ONCE = 10_000;

/**
 * Places recordings on a map by how they sound. The layout is made when it is first asked for, and kept: a recording that is analysed
 * later is placed on it, and no other moves.
 */
export class LikenessService {
  /** The layout that is being made. */
  #arranging: Promise<LikenessLayout> | undefined;

  constructor(
    private readonly needs: {
      readonly catalogue: Pick<AnalysisCatalogue, "readColumns">;
      readonly layouts: LikenessLayoutStore;
      readonly arranger: LikenessArranger;
    },
  ) {}

  /**
   * Returns the places of recordings, in their order.
   *
   * @param embeddings `EMBEDDING_LENGTH` coordinates of each; those that begin with `NO_EMBEDDING` are none
   * @throws {unknown} `signal.reason`, when aborted
   */
  async placesOf(embeddings: Int8Array, signal?: AbortSignal): Promise<LikenessPlaces> {
    const count = embeddings.length / EMBEDDING_LENGTH;
    const [across, upwards] = [
      new Float32Array(count).fill(NaN),
      new Float32Array(count).fill(NaN),
    ];
    const known = countOfEmbeddings(embeddings);
    if (known === 0) return { across, upwards };
    const layout = await this.#layoutFor(known);
    for (let first = 0; first < count; first += PLACED_AT_ONCE) {
      signal?.throwIfAborted();
      const end = Math.min(count, first + PLACED_AT_ONCE);
      const some = embeddings.slice(EMBEDDING_LENGTH * first, EMBEDDING_LENGTH * end);
      const places = await this.needs.arranger.place(layout, some);
      across.set(places.across, first);
      upwards.set(places.upwards, first);
    }
    return { across, upwards };
  }

  /** Returns the layout that is kept, or a new one where it is of another version or of too few recordings. */
  async #layoutFor(known: number): Promise<LikenessLayout> {
    const kept = await this.needs.layouts.find();
    const isOfVersion = kept?.version === this.needs.arranger.version;
    if (kept && isOfVersion && known < MAX_GROWTH * kept.madeOf) return kept;
    this.#arranging ??= this.#arrange(kept, isOfVersion).finally(() => {
      this.#arranging = undefined;
    });
    return this.#arranging;
  }

  async #arrange(kept: LikenessLayout | undefined, isOfVersion: boolean): Promise<LikenessLayout> {
    const { catalogue, arranger, layouts } = this.needs;
    const all = { fields: [], filter: {}, limit: MAX_ARRANGED, hasEmbeddings: true };
    const { embeddings } = await catalogue.readColumns(all);
    const arranged = await arranger.arrange(embeddings, isOfVersion ? kept : undefined);
    return layouts.keep(arranged, kept);
  }
}
