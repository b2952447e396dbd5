import { z } from "zod";
import { foldText } from "../../../domain/track/folded-text.js";
import { joinedValues, findYear } from "../../../domain/track/release-details.js";
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
  plainText,
  isFull,
  readEntries,
} from "../reply-shapes.js";

const release = z.object({
  title: nonBlankText,
  cover_image: lenientlyOptional(z.string()),
  thumb: lenientlyOptional(z.string()),
  genre: lenientlyOptional(z.array(plainText)),
  year: lenientlyOptional(z.union([z.string(), z.number()])),
});

const reply = z.object({ results: z.unknown().optional() });

/** Discogs' releases. They add thumbnails to tracks that a release is named after, and confirm them. */
export class DiscogsProvider extends RemoteProvider {
  /** 60 requests a minute with a token. */
  static readonly requestPolicy: RequestPolicy = { requests: 60, perMilliseconds: 60_000 };
  readonly name = "discogs";
  protected readonly publicBaseUrl = "https://api.discogs.com";

  async searchTracks(query: CandidateQuery, signal: AbortSignal): Promise<CandidatePage> {
    const { track, artist, isOfAnyName, limit, offset = 0 } = query;
    const page = offset === 0 ? undefined : offset / limit + 1;
    const parts = { per_page: limit, page, token: this.needs.apiKey };
    const body = await this.getJson(
      "database/search",
      { ...(isOfAnyName ? { q: track } : { artist, track }), type: "release", ...parts },
      { signal, classify: classifyDiscogs },
    );
    return discogsPage(body, query);
  }
}

/** Classifies a reply of Discogs by its body. */
const classifyDiscogs: ClassifyBody = (body) =>
  releasesIn(body) === undefined
    ? { result: "unreadable", problem: "the reply has no list of releases" }
    : undefined;

/** Returns at most `limit` of the tracks that a reply names, as `discogsCandidates` finds them. */
function discogsPage(
  body: unknown,
  { limit, ...names }: ReleaseNames & { readonly limit: number },
): CandidatePage {
  const candidates = discogsCandidates(body, names).slice(0, limit);
  return { candidates, hasMore: isFull(reply.safeParse(body).data?.results, limit) };
}

/** The names that a release is searched by. */
type ReleaseNames = Omit<CandidateQuery, "limit" | "offset">;

/**
 * Returns the tracks that a reply names. They are few: Discogs lists releases, `Artist - Release`,
 * without their tracks. A release counts as a track only when it has the requested track name, and
 * the requested artist where there is one: it is then the single, or the album with that title track.
 * For any other release, the track name would only repeat the query.
 */
function discogsCandidates(body: unknown, query: ReleaseNames): TrackCandidate[] {
  return (releasesIn(body) ?? []).flatMap(({ title, cover_image, thumb, genre, year }) => {
    const names = splitsOf(title).find((split) => isWanted(split, query));
    if (names === undefined) return [];
    return candidateOf({
      provider: "discogs",
      trackName: names.name,
      artist: names.artist,
      artwork: artworkAt(...[cover_image, thumb].filter(isPicture)),
      album: names.name,
      genre: joinedValues(genre),
      year: findYear(year),
    });
  });
}

/** Whether a release has the requested names, or consists of the requested words: its name alone, or with its artist in any order. */
function isWanted(
  { artist, name }: { readonly artist: string; readonly name: string },
  query: ReleaseNames,
): boolean {
  if (isSame(name, query.track)) {
    return query.artist === undefined || isSame(artist, query.artist);
  }
  const words = (text: string): string => foldText(text).split(" ").sort().join(" ");
  return query.isOfAnyName === true && words(`${artist} ${name}`) === words(query.track);
}

const releasesIn = (body: unknown): z.output<typeof release>[] | undefined =>
  readEntries(release, reply.safeParse(body).data?.results);

/** Returns every way to split `A - B - C` into an artist and the name of a release. */
function splitsOf(title: string): { readonly artist: string; readonly name: string }[] {
  const parts = title.split(" - ");
  return parts.slice(1).map((_part, i) => ({
    artist: withoutNumber(parts.slice(0, i + 1).join(" - ")),
    name: parts.slice(i + 1).join(" - "),
  }));
}

/** Removes Discogs' marks: the number of artists with the same name, `Nirvana (2)`, and the asterisk. */
const withoutNumber = (artist: string): string => artist.replace(/(?: \(\d+\)|\*)+$/, "");

/** Whether two names are the same but for case, marks, punctuation and white space. */
const isSame = (one: string, other: string): boolean => joinedWords(one) === joinedWords(other);
const joinedWords = (name: string): string => foldText(name).replaceAll(" ", "");

/** Whether an address is that of a real picture, and not of Discogs' placeholders. */
const isPicture = (address: string | undefined): boolean =>
  address !== undefined && !/\/(?:spacer\.gif|default-[a-z]+\.png)$/.test(address);
