import { leadArtistOf } from "../track/lead-artist.js";

/**
 * Returns tracks in an order in which no two of one artist follow each other, where there is one: each time the first track
 * of another artist than the last one's, or one of the artist who has more than half of those that are left. Guests make no
 * difference, and the tracks of each artist keep their order.
 */
export function artistsApart<Track extends { readonly artist: string }>(
  tracks: readonly Track[],
): readonly Track[] {
  const left = tracks.map((track) => ({ track, artist: leadArtistOf(track.artist) }));
  const counts = new Map<string, number>();
  for (const { artist } of left) counts.set(artist, (counts.get(artist) ?? 0) + 1);
  const apart: Track[] = [];
  let last: string | undefined;
  // Counts never grow: the maximum is found anew only while the last one exceeds half of what is left.
  let most = mostOf(counts);
  while (left.length > 0) {
    if (2 * most.count > left.length) most = mostOf(counts);
    const wanted = 2 * most.count > left.length && most.artist !== last ? most.artist : undefined;
    const next = left.findIndex(({ artist }) =>
      wanted === undefined ? artist !== last : artist === wanted,
    );
    const [taken] = left.splice(Math.max(0, next), 1);
    if (taken === undefined) break;
    last = taken.artist;
    counts.set(last, (counts.get(last) ?? 0) - 1);
    apart.push(taken.track);
  }
  return apart;
}

/** Returns the artist who has most tracks. */
function mostOf(counts: ReadonlyMap<string, number>): {
  readonly artist: string | undefined;
  readonly count: number;
} {
  let most: ReturnType<typeof mostOf> = { artist: undefined, count: 0 };
  for (const [artist, count] of counts) if (count > most.count) most = { artist, count };
  return most;
}
