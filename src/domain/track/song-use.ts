/** What the user who is signed in to a music server did with a song there. */
export interface SongUse {
  /** 1 to 5. */
  readonly rating?: number;
  /** When it became a favourite, milliseconds since 1970. */
  readonly favouriteAt?: number;
  /** How often it was played, >= 0. */
  readonly playCount?: number;
  /** When it was played last, milliseconds since 1970. */
  readonly playedAt?: number;
}

/**
 * Returns what was done with songs that are one recording: the highest rating, the time of the first favourite, all plays
 * together, and the last of them.
 */
export function joinedUse(uses: readonly SongUse[]): SongUse {
  const known = (field: keyof SongUse): readonly number[] =>
    uses.flatMap((use) => use[field] ?? []);
  const [ratings, favourites] = [known("rating"), known("favouriteAt")];
  const [counts, plays] = [known("playCount"), known("playedAt")];
  return {
    ...(ratings.length > 0 && { rating: Math.max(...ratings) }),
    ...(favourites.length > 0 && { favouriteAt: Math.min(...favourites) }),
    ...(counts.length > 0 && { playCount: counts.reduce((sum, count) => sum + count, 0) }),
    ...(plays.length > 0 && { playedAt: Math.max(...plays) }),
  };
}
