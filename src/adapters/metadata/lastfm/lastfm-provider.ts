import { z } from "zod";
import type { CandidateQuery } from "../../../domain/track/search-query.js";
import { candidateOf, type CandidatePage } from "../../../domain/track/track.js";
import { artworkAt } from "../artwork-at.js";
import type { AttemptResult, ClassifyBody } from "../client/provider-outcome.js";
import type { RequestPolicy } from "../client/request-pacer.js";
import { RemoteProvider } from "../remote-provider.js";
import { nonBlankText, lenientlyOptional, uuid, isFull, readEntries } from "../reply-shapes.js";

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

/** Largest first. */
const SIZES: readonly string[] = ["mega", "extralarge", "large", "medium", "small"];

/** The file name of Last.fm's placeholder picture. */
const PLACEHOLDER = "2a96cbd8b46e442fc41c2b86b821562f";

/** Last.fm's catalogue. It is made by its listeners, so titles may have prefixes such as "06 - ". */
export class LastfmProvider extends RemoteProvider {
  /** About 5 requests a second. */
  static readonly requestPolicy: RequestPolicy = { requests: 5, perMilliseconds: 1_000 };
  readonly name = "lastfm";
  protected readonly publicBaseUrl = "https://ws.audioscrobbler.com";

  async searchTracks(query: CandidateQuery, signal: AbortSignal): Promise<CandidatePage> {
    const { track, artist, limit, offset = 0 } = query;
    const wanted = { method: "track.search", track, artist, limit, page: offset / limit + 1 };
    const body = await this.getJson(
      "2.0/",
      { ...wanted, api_key: this.needs.apiKey, format: "json" },
      { signal, classify: classifyLastfm },
    );
    return lastfmPage(body, limit);
  }
}

/** Last.fm sends errors with any status, 200 too. */
const classifyLastfm: ClassifyBody = (body) => {
  const { error, message } = reply.safeParse(body).data ?? {};
  if (error !== undefined) {
    const problem = `Last.fm's error ${error}: ${message ?? "no message"}`;
    return { result: RESULTS_BY_CODE[error] ?? "refused", problem };
  }
  if (tracksIn(body) !== undefined) return undefined;
  return { result: "unreadable", problem: "the reply has no list of tracks" };
};

/** Returns the tracks in a reply, at most `limit`; entries that cannot be read are left out. */
function lastfmPage(body: unknown, limit: number): CandidatePage {
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
function pictures(images: readonly unknown[] | undefined): string[] {
  return (readEntries(image, images) ?? [])
    .filter(({ "#text": address }) => !address.includes(PLACEHOLDER))
    .sort((one, other) => SIZES.indexOf(one.size) - SIZES.indexOf(other.size))
    .map(({ "#text": address }) => address);
}
