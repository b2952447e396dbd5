import { z } from "zod";
import { findYear, findPlace } from "../../../domain/track/release-details.js";
import type { CandidateQuery } from "../../../domain/track/search-query.js";
import {
  candidateOf,
  type CandidatePage,
  type TrackCandidate,
} from "../../../domain/track/track.js";
import { artworkAt } from "../artwork-at.js";
import type { ClassifyBody } from "../client/provider-outcome.js";
import type { RequestPolicy } from "../client/request-pacer.js";
import { RemoteProvider } from "../remote-provider.js";
import {
  nonBlankText,
  lenientlyOptional,
  decimalId,
  positiveNumber,
  readEntries,
  isFull,
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

/** Side length of the pictures; pixels. */
const ARTWORK_PIXELS = 600;

/** The most songs of a search. Source: iTunes Search API, parameter `limit`. There are no offsets. */
const MAX_SONGS = 200;

/** The catalogue of the iTunes Store of the United States. */
export class ItunesProvider extends RemoteProvider {
  /** About 20 requests a minute; 403 when over. */
  static readonly requestPolicy: RequestPolicy = {
    requests: 20,
    perMilliseconds: 60_000,
    rateLimitStatuses: [403],
  };
  readonly name = "itunes";
  protected readonly publicBaseUrl = "https://itunes.apple.com";

  async searchTracks(query: CandidateQuery, signal: AbortSignal): Promise<CandidatePage> {
    const { track, artist, limit, offset = 0 } = query;
    if (offset >= MAX_SONGS) return { candidates: [], hasMore: false };
    const end = Math.min(offset + limit, MAX_SONGS);
    const term = artist === undefined ? track : `${artist} ${track}`;
    const body = await this.getJson(
      "search",
      { term, media: "music", entity: "song", country: "US", limit: end },
      { signal, classify: classifyItunes },
    );
    const page = itunesPage(body, offset, end);
    return { ...page, hasMore: page.hasMore && end < MAX_SONGS };
  }
}

/** Classifies a reply of iTunes by its body. */
const classifyItunes: ClassifyBody = (body) =>
  tracksIn(body) === undefined
    ? { result: "unreadable", problem: "the reply has no list of tracks" }
    : undefined;

/** Returns the tracks of a reply from one position to another; entries that cannot be read are left out. */
function itunesPage(body: unknown, start: number, end: number): CandidatePage {
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

/** Replaces the size in a picture's address, its last part: `100x100bb.jpg`. Every size exists. */
const enlarged = (address: string | undefined): string | undefined =>
  address?.replace(/\/\d+x\d+([a-z-]*\.[a-z]+)$/, `/${ARTWORK_PIXELS}x${ARTWORK_PIXELS}$1`);
