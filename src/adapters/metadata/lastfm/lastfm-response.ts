import { z } from "zod";
import { candidateOf, type CandidatePage } from "../../../domain/track/track.js";
import { artworkAt } from "../artwork-at.js";
import type { ClassifyBody, AttemptResult } from "../client/provider-outcome.js";
import { isFull, lenientlyOptional, nonBlankText, readEntries, uuid } from "../reply-shapes.js";

const track = z.object({
  name: nonBlankText,
  artist: nonBlankText,
  image: lenientlyOptional(z.array(z.unknown())),
  mbid: lenientlyOptional(uuid),
});

const image = z.object({ "#text": z.string(), size: z.string() });

/** Without hits, Last.fm sometimes sends blank text instead of an object. */
const trackmatches = z.object({ track: z.unknown().optional() }).or(
  z
    .string()
    .regex(/^\s*$/)
    .transform(() => ({ track: [] })),
);

const reply = z.object({
  error: z.coerce.number().optional(),
  message: lenientlyOptional(z.string()),
  results: lenientlyOptional(z.object({ trackmatches })),
});

/** Results by Last.fm's error codes; any other code is a refusal. Source: Last.fm's API reference. */
const RESULTS_BY_CODE: Readonly<Record<number, AttemptResult>> = {
  6: "unreadable",
  8: "failing",
  11: "failing",
  16: "failing",
  29: "rate-limited",
};

/** Last.fm sends errors with any status, 200 too. */
export const classifyLastfm: ClassifyBody = (body) => {
  const { error, message } = reply.safeParse(body).data ?? {};
  if (error !== undefined) {
    const problem = `Last.fm's error ${error}: ${message ?? "no message"}`;
    return { result: RESULTS_BY_CODE[error] ?? "refused", problem };
  }
  if (tracksIn(body) !== undefined) return undefined;
  return { result: "unreadable", problem: "the reply has no list of tracks" };
};

/** Returns the tracks in a reply, at most `limit`; entries that cannot be read are left out. */
export function lastfmPage(body: unknown, limit: number): CandidatePage {
  const candidates = (tracksIn(body) ?? []).slice(0, limit).map((found) =>
    candidateOf({
      provider: "lastfm",
      trackName: found.name,
      artist: found.artist,
      artwork: artworkAt(...pictures(found.image)),
      musicbrainzId: found.mbid,
    }),
  );
  return { candidates, hasMore: isFull(hitsIn(body), limit) };
}

/** Returns the list of hits. Last.fm sometimes sends a single hit as an object instead of a list. */
function hitsIn(body: unknown): unknown {
  const found = reply.safeParse(body).data?.results?.trackmatches.track;
  const isSingle = typeof found === "object" && found !== null && !Array.isArray(found);
  return isSingle ? [found] : found;
}

const tracksIn = (body: unknown): z.output<typeof track>[] | undefined =>
  readEntries(track, hitsIn(body));

/** Largest first. */
const SIZES: readonly string[] = ["mega", "extralarge", "large", "medium", "small"];

/** The file name of Last.fm's placeholder picture. */
const PLACEHOLDER = "2a96cbd8b46e442fc41c2b86b821562f";

function pictures(images: readonly unknown[] | undefined): string[] {
  return (readEntries(image, images) ?? [])
    .filter(({ "#text": address }) => !address.includes(PLACEHOLDER))
    .sort((one, other) => SIZES.indexOf(one.size) - SIZES.indexOf(other.size))
    .map(({ "#text": address }) => address);
}
