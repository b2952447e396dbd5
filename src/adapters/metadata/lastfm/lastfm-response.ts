import { z } from "zod";
import type { TrackCandidate } from "../../../domain/track/track.js";
import { artworkAt, candidateOf } from "../candidate-parts.js";
import type { JudgeBody, AttemptResult } from "../client/provider-outcome.js";
import { perhaps, presentText, readEntries, uuid } from "../reply-shapes.js";

const track = z.object({
  name: presentText,
  artist: presentText,
  image: perhaps(z.array(z.unknown())),
  mbid: perhaps(uuid),
});

const image = z.object({ "#text": z.string(), size: z.string() });

/** Without hits it has been seen as blank text instead of an object. */
const trackmatches = z.object({ track: z.unknown().optional() }).or(
  z
    .string()
    .regex(/^\s*$/)
    .transform(() => ({ track: [] })),
);

const reply = z.object({
  error: z.coerce.number().optional(),
  message: perhaps(z.string()),
  results: perhaps(z.object({ trackmatches })),
});

/** What its error codes mean for us; any other refuses. Source: Last.fm's API reference. */
const VERDICTS: Readonly<Record<number, AttemptResult>> = {
  6: "unreadable",
  8: "failing",
  11: "failing",
  16: "failing",
  29: "rate-limited",
};

/** Last.fm sends its errors with any status, 200 too. */
export const judgeLastfm: JudgeBody = (body) => {
  const { error, message } = reply.safeParse(body).data ?? {};
  if (error !== undefined) {
    const problem = `Last.fm's error ${error}: ${message ?? "no message"}`;
    return { verdict: VERDICTS[error] ?? "refused", problem };
  }
  if (tracksIn(body) !== undefined) return undefined;
  return { verdict: "unreadable", problem: "no list of tracks" };
};

/** The tracks in a reply that can be read. */
export function lastfmCandidates(body: unknown): TrackCandidate[] {
  return (tracksIn(body) ?? []).map((found) =>
    candidateOf({
      provider: "lastfm",
      trackName: found.name,
      artist: found.artist,
      artwork: artworkAt(...pictures(found.image)),
      musicbrainzId: found.mbid,
    }),
  );
}

/** A single hit has been seen as an object instead of a list. */
function tracksIn(body: unknown): z.output<typeof track>[] | undefined {
  const found = reply.safeParse(body).data?.results?.trackmatches.track;
  const isSingle = typeof found === "object" && found !== null && !Array.isArray(found);
  return readEntries(track, isSingle ? [found] : found);
}

/** Largest first. */
const SIZES: readonly string[] = ["mega", "extralarge", "large", "medium", "small"];

/** The name of the grey star that stands for no picture. */
const PLACEHOLDER = "2a96cbd8b46e442fc41c2b86b821562f";

function pictures(images: readonly unknown[] | undefined): string[] {
  return (readEntries(image, images) ?? [])
    .filter(({ "#text": address }) => !address.includes(PLACEHOLDER))
    .sort((one, other) => SIZES.indexOf(one.size) - SIZES.indexOf(other.size))
    .map(({ "#text": address }) => address);
}
