import { z } from "zod";
import type { TrackCandidate } from "../../../domain/track/track.js";
import { artworkAt, candidateOf } from "../candidate-parts.js";
import type { JudgeBody } from "../client/provider-outcome.js";
import { decimalId, perhaps, positiveNumber, presentText, readEntries } from "../reply-shapes.js";

const track = z.object({
  trackName: presentText,
  artistName: presentText,
  trackId: perhaps(decimalId),
  collectionName: perhaps(presentText),
  artworkUrl100: perhaps(z.string()),
  artworkUrl60: perhaps(z.string()),
  artworkUrl30: perhaps(z.string()),
  trackTimeMillis: perhaps(positiveNumber),
});

const reply = z.object({ results: z.unknown().optional() });

export const judgeItunes: JudgeBody = (body) =>
  tracksIn(body) === undefined
    ? { verdict: "unreadable", problem: "no list of tracks" }
    : undefined;

/** The tracks in a reply that can be read. */
export function itunesCandidates(body: unknown): TrackCandidate[] {
  return (tracksIn(body) ?? []).map((found) =>
    candidateOf({
      provider: "itunes",
      trackName: found.trackName,
      artist: found.artistName,
      artwork: artworkAt(
        ...[found.artworkUrl100, found.artworkUrl60, found.artworkUrl30].map(enlarged),
      ),
      album: found.collectionName,
      durationSeconds: found.trackTimeMillis && found.trackTimeMillis / 1000,
      itunesId: found.trackId,
    }),
  );
}

const tracksIn = (body: unknown): z.output<typeof track>[] | undefined =>
  readEntries(track, reply.safeParse(body).data?.results);

/** Side of the pictures that we show; pixels. */
const ARTWORK_PIXELS = 600;

/** A picture is kept in every size, which its last part names: `100x100bb.jpg`. */
const enlarged = (address: string | undefined): string | undefined =>
  address?.replace(/\/\d+x\d+([a-z-]*\.[a-z]+)$/, `/${ARTWORK_PIXELS}x${ARTWORK_PIXELS}$1`);
