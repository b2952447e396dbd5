import { LeadingSlots } from "../../../domain/catalogue/leading-slots.js";
import type {
  LibraryMatches,
  MatchedTrack,
  MatchPosition,
} from "../../../domain/library-search/library-matches.js";
import type { TrackRef } from "../../../domain/track/track-ref.js";
import type { SlicedWork } from "../../../ports/analysis/sound-catalogue.js";

/** The tracks that a query finds in one table. */
export interface MatchSource {
  readonly slots: Uint32Array;
  rankAt(slot: number): number;
  /** Compares the ids of slots of one rank. */
  compare(one: number, other: number): number;
  /** Returns the id of a slot; those of different tables differ. */
  idAt(slot: number): string;
  refAt(slot: number): TrackRef;
}

const SLOTS_PER_STEP = 10_000;

/** Returns a page of the tracks of tables, by rank and id: the first ones after a position. */
export function* firstMatches(
  sources: readonly MatchSource[],
  { first, after }: { readonly first: number; readonly after?: MatchPosition | undefined },
): SlicedWork<Pick<LibraryMatches, "tracks" | "hasMoreTracks" | "trackCount">> {
  const tracks: MatchedTrack[] = [];
  for (const source of sources) {
    const compare = (one: number, other: number): number =>
      source.rankAt(one) - source.rankAt(other) || source.compare(one, other);
    const leading = new LeadingSlots({ max: first + 1, compare });
    for (const [index, slot] of source.slots.entries()) {
      if (index % SLOTS_PER_STEP === 0) yield;
      const { last } = leading;
      if (last !== undefined && source.rankAt(slot) > source.rankAt(last)) continue;
      if (after === undefined || isAfter(after, source, slot)) leading.offer(slot);
    }
    for (const slot of leading.slots()) {
      const position = { rank: source.rankAt(slot), id: source.idAt(slot) };
      tracks.push({ ref: source.refAt(slot), position });
    }
  }
  const trackCount = sources.reduce((sum, { slots }) => sum + slots.length, 0);
  const hasMoreTracks = tracks.length > first;
  return { tracks: tracks.sort(byPosition).slice(0, first), hasMoreTracks, trackCount };
}

function isAfter(after: MatchPosition, source: MatchSource, slot: number): boolean {
  const rank = source.rankAt(slot);
  return rank === after.rank ? source.idAt(slot) > after.id : rank > after.rank;
}

const byPosition = ({ position: one }: MatchedTrack, { position: other }: MatchedTrack): number =>
  one.rank - other.rank || (one.id < other.id ? -1 : 1);
