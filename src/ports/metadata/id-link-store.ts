import type { IdLink } from "../../domain/track/id-link.js";

/** Stores what imported tables say of ids of Spotify, one link per id. */
export interface IdLinkStore {
  /** Adds links, and replaces those of the same ids; of two with one id, the last one counts. */
  save(links: readonly IdLink[]): Promise<void>;

  /** Returns the link of an id of Spotify, or `undefined` where there is none. */
  find(spotifyId: string): Promise<IdLink | undefined>;

  /** Returns the links of ids of Spotify, in their order; `undefined` where there is none. */
  findMany(spotifyIds: readonly string[]): Promise<readonly (IdLink | undefined)[]>;
}
