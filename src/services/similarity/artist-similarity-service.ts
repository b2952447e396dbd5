import { musicByDefault, type TrackFilter } from "../../domain/catalogue/catalogue-query.js";
import type { FieldWeights } from "../../domain/catalogue/similarity.js";
import { ArtistNotFoundError } from "../../domain/errors/not-found-errors.js";
import type { WorkBudget } from "../../domain/work-budget.js";
import type { SoundCatalogue } from "../../ports/analysis/sound-catalogue.js";
import { similarArtists, type NearArtist } from "./similar-artists.js";

/** Finds the artists whose tracks sound most like those of an artist. */
export class ArtistSimilarityService {
  constructor(private readonly needs: { readonly catalogue: SoundCatalogue }) {}

  /**
   * Returns the artists that `similarArtists` finds, the most similar first.
   *
   * @param artist in any spelling; guests are left out
   * @param first maximum number of artists, >= 1
   * @param options.filter what the tracks of all artists meet, music by default
   * @throws {ArtistNotFoundError} no track that meets the filter is by the artist
   * @throws what `WorkBudget.begin` throws
   */
  async findSimilar(
    artist: string,
    first: number,
    weights: FieldWeights,
    options: { readonly filter?: TrackFilter; readonly budget?: WorkBudget } = {},
  ): Promise<readonly NearArtist[]> {
    const { filter, budget } = options;
    const found = await this.needs.catalogue.readInSlices(
      (table, among) => similarArtists(table, { artist, first, weights, among }),
      { filter: musicByDefault(filter), budget },
    );
    if (found === undefined) throw new ArtistNotFoundError(artist);
    return found;
  }
}
