import { z } from "zod";
import { findPlace, findYear } from "../../../domain/track/release-details.js";
import {
  candidateOf,
  type CandidatePage,
  type TrackCandidate,
} from "../../../domain/track/track.js";
import { artworkAt } from "../artwork-at.js";
import type { ClassifyBody } from "../client/provider-outcome.js";
import {
  decimalId,
  isFull,
  lenientlyOptional,
  positiveNumber,
  nonBlankText,
  readEntries,
} from "../reply-shapes.js";

const track = z.object({
  trackName: nonBlankText,
  artistName: nonBlankText,
  trackId: lenientlyOptional(decimalId),
  collectionName: lenientlyOptional(nonBlankText),
  artworkUrl100: lenientlyOptional(z.string()),
  artworkUrl60: lenientlyOptional(z.string()),
  artworkUrl30: lenientlyOptional(z.string()),
  trackTimeMillis: lenientlyOptional(positiveNumber),
  primaryGenreName: lenientlyOptional(nonBlankText),
  releaseDate: lenientlyOptional(z.string()),
  trackNumber: lenientlyOptional(z.number()),
  discNumber: lenientlyOptional(z.number()),
});

const reply = z.object({ results: z.unknown().optional() });

/** Classifies a reply of iTunes by its body. */
export const classifyItunes: ClassifyBody = (body) =>
  tracksIn(body) === undefined
    ? { result: "unreadable", problem: "the reply has no list of tracks" }
    : undefined;

/** Returns the tracks of a reply from one position to another; entries that cannot be read are left out. */
export function itunesPage(body: unknown, start: number, end: number): CandidatePage {
  const { results } = reply.safeParse(body).data ?? {};
  const wanted: unknown = Array.isArray(results) ? results.slice(start, end) : [];
  const candidates = (readEntries(track, wanted) ?? []).map(toCandidate);
  return { candidates, hasMore: isFull(results, end) };
}

const toCandidate = (found: z.output<typeof track>): TrackCandidate =>
  candidateOf({
    provider: "itunes",
    trackName: found.trackName,
    artist: found.artistName,
    artwork: artworkAt(
      ...[found.artworkUrl100, found.artworkUrl60, found.artworkUrl30].map(enlarged),
    ),
    album: found.collectionName,
    genre: found.primaryGenreName,
    year: findYear(found.releaseDate),
    trackNumber: findPlace(found.trackNumber),
    discNumber: findPlace(found.discNumber),
    durationSeconds: found.trackTimeMillis && found.trackTimeMillis / 1000,
    itunesId: found.trackId,
  });

const tracksIn = (body: unknown): z.output<typeof track>[] | undefined =>
  readEntries(track, reply.safeParse(body).data?.results);

/** Side length of the pictures; pixels. */
const ARTWORK_PIXELS = 600;

/** Replaces the size in a picture's address, its last part: `100x100bb.jpg`. Every size exists. */
const enlarged = (address: string | undefined): string | undefined =>
  address?.replace(/\/\d+x\d+([a-z-]*\.[a-z]+)$/, `/${ARTWORK_PIXELS}x${ARTWORK_PIXELS}$1`);
