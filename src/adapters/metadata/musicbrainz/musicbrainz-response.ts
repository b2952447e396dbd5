import { z } from "zod";
import { findPlace, findYear, joinedValues } from "../../../domain/track/release-details.js";
import {
  candidateOf,
  findIsrc,
  type CandidatePage,
  type TrackCandidate,
} from "../../../domain/track/track.js";
import { artistCredit, creditedArtist } from "../artist-credit.js";
import { endpointUrl } from "../endpoint-url.js";
import type { ClassifyBody } from "../client/provider-outcome.js";
import {
  isFull,
  lenientlyOptional,
  positiveNumber,
  nonBlankText,
  readEntries,
  uuid,
} from "../reply-shapes.js";

const release = z.object({
  id: uuid,
  title: lenientlyOptional(nonBlankText),
  status: lenientlyOptional(z.string()),
  media: lenientlyOptional(z.array(z.unknown())),
});

/** A disc of a release, with the track that the recording is there; only in replies to searches. */
const medium = z.object({
  position: lenientlyOptional(z.number()),
  track: z.tuple([z.object({ number: lenientlyOptional(z.string()) })]).rest(z.unknown()),
});

const genre = z.object({ name: nonBlankText, count: z.number().catch(0) });

const recording = z.object({
  id: uuid,
  title: nonBlankText,
  "artist-credit": artistCredit,
  score: z.coerce.number().catch(0),
  length: lenientlyOptional(positiveNumber),
  isrcs: lenientlyOptional(z.array(z.unknown())),
  releases: lenientlyOptional(z.array(z.unknown())),
  disambiguation: lenientlyOptional(nonBlankText),
  "first-release-date": lenientlyOptional(z.string()),
  genres: lenientlyOptional(z.array(z.unknown())),
});

type Recording = z.output<typeof recording>;

const link = z.object({ relations: z.unknown() });

const linkedTo = z.object({ recording: z.object({ id: uuid }) });

const reply = z.object({
  recordings: z.unknown().optional(),
  error: lenientlyOptional(z.string()),
});

/** Classifies a reply of MusicBrainz by its body. */
export const classifyMusicbrainz: ClassifyBody = (body) =>
  recordingsIn(body) === undefined
    ? { result: "unreadable", problem: "the reply has no list of recordings" }
    : undefined;

/** Classifies the reply to a lookup by id. "Not Found" is a valid reply: nothing has the id. */
export const classifyMusicbrainzLookup: ClassifyBody = (body) => {
  if (recording.safeParse(body).success) return undefined;
  const { error } = reply.safeParse(body).data ?? {};
  return error === "Not Found" ? { result: "readable", problem: error } : classifyMusicbrainz(body);
};

/**
 * Returns the recordings in a reply, best first; one where the reply is a recording. Entries that
 * cannot be read are left out. Of equally good recordings, those without a disambiguation ("live,
 * 1994-02-10") come first, because the plain name means them.
 *
 * @param coverArtBaseUrl base address of the links to the Cover Art Archive
 */
export function musicbrainzCandidates(body: unknown, coverArtBaseUrl: string): TrackCandidate[] {
  const single = recording.safeParse(body).data;
  return (single ? [single] : (recordingsIn(body) ?? []))
    .sort((one, other) => other.score - one.score || rank(one) - rank(other))
    .map((found) => toCandidate(found, coverArtBaseUrl));
}

/** Returns the recordings in a reply to a search, at most `limit`, as `musicbrainzCandidates` does. */
export function musicbrainzPage(
  body: unknown,
  limit: number,
  coverArtBaseUrl: string,
): CandidatePage {
  const candidates = musicbrainzCandidates(body, coverArtBaseUrl).slice(0, limit);
  return { candidates, hasMore: isFull(reply.safeParse(body).data?.recordings, limit) };
}

/** Classifies the reply about an address that recordings may be linked to. */
export const classifyMusicbrainzLink: ClassifyBody = (body) => {
  if (readEntries(linkedTo, link.safeParse(body).data?.relations) !== undefined) return undefined;
  const { error } = reply.safeParse(body).data ?? {};
  return error === "Not Found"
    ? { result: "readable", problem: error }
    : { result: "unreadable", problem: "the reply has no list of relations" };
};

/** Returns the ids of the recordings that an address is linked to, without duplicates. */
export function linkedRecordings(body: unknown): readonly string[] {
  const relations = readEntries(linkedTo, link.safeParse(body).data?.relations) ?? [];
  return [...new Set(relations.map(({ recording: { id } }) => id))];
}

function toCandidate(found: Recording, coverArtBaseUrl: string): TrackCandidate {
  const shown = releaseOf(found);
  const [disc] = readEntries(medium, shown?.media) ?? [];
  return candidateOf({
    provider: "musicbrainz",
    trackName: found.title,
    artist: creditedArtist(found["artist-credit"]),
    artwork: shown
      ? { kind: "remote", url: coverUrl(coverArtBaseUrl, shown.id) }
      : { kind: "none" },
    album: shown?.title,
    genre: genreOf(found),
    year: findYear(found["first-release-date"]),
    trackNumber: findPlace(disc?.track[0].number),
    discNumber: findPlace(disc?.position),
    durationSeconds: found.length && found.length / 1000,
    isrc: findIsrc((found.isrcs ?? []).find((code) => typeof code === "string")),
    musicbrainzId: found.id,
  });
}

const recordingsIn = (body: unknown): Recording[] | undefined =>
  readEntries(recording, reply.safeParse(body).data?.recordings);

const rank = ({ disambiguation }: Recording): number => (disambiguation === undefined ? 0 : 1);

/** Returns the genre that most people gave it, of equal ones the first. */
function genreOf({ genres }: Recording): string | undefined {
  const known = readEntries(genre, genres) ?? [];
  const [best] = [...known].sort((one, other) => other.count - one.count);
  return joinedValues(best && [best.name]);
}

/** Returns an official release where there is one, because its cover is most likely in the archive. */
function releaseOf({ releases }: Recording): z.output<typeof release> | undefined {
  const known = readEntries(release, releases) ?? [];
  return known.find(({ status }) => status === "Official") ?? known[0];
}

/** Returns the address of a cover. It is only linked to: the archive replies with the picture or with 404. */
const coverUrl = (baseUrl: string, releaseId: string): string =>
  endpointUrl(baseUrl, `release/${releaseId}/front-250`).href;
