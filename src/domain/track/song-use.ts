/** What the user who is signed in to a music server did with a song there. */
export interface SongUse {
  /** 1 to 5. */
  readonly rating?: number;
  /** When it became a favourite, milliseconds since 1970; `FAVOURITE_SINCE_UNKNOWN` where the server does not say when. */
  readonly favouriteAt?: number;
  /** How often it was played, >= 0. */
  readonly playCount?: number;
  /** When it was played last, milliseconds since 1970. */
  readonly playedAt?: number;
}

/** Stands for the time of a favourite where the server does not say when it became one. */
export const FAVOURITE_SINCE_UNKNOWN = 0;

/** Returns when a song became a favourite, milliseconds since 1970; `undefined` where it is none, or where that is not known. */
export const favouriteTimeOf = ({ favouriteAt }: SongUse): number | undefined =>
  favouriteAt === FAVOURITE_SINCE_UNKNOWN ? undefined : favouriteAt;

/** Converts a rating on a scale from 0, which is no rating, to `best` > 0 to one of 1 to 5; `undefined` for 0 and outside of the scale. */
export function starsOutOf(rating: number | undefined, best: number): number | undefined {
  if (rating === undefined || !(rating > 0 && rating <= best)) return undefined;
  return Math.max(1, Math.round((rating / best) * 5));
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
    ...(favourites.length > 0 && { favouriteAt: firstOf(favourites) }),
    ...(counts.length > 0 && { playCount: counts.reduce((sum, count) => sum + count, 0) }),
    ...(plays.length > 0 && { playedAt: Math.max(...plays) }),
  };
}

/** Returns the first of the times that are known; at least one time is given. */
function firstOf(favourites: readonly number[]): number {
  const known = favourites.filter((time) => time !== FAVOURITE_SINCE_UNKNOWN);
  return known.length > 0 ? Math.min(...known) : FAVOURITE_SINCE_UNKNOWN;
}
