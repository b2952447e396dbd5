import { z } from "zod";
import { findIsrc, type TrackCandidate } from "../../../domain/track/track.js";
import { candidateOf } from "../candidate-parts.js";
import { endpointUrl } from "../endpoint-url.js";
import type { JudgeBody } from "../client/provider-outcome.js";
import {
  perhaps,
  plainText,
  positiveNumber,
  presentText,
  readEntries,
  uuid,
} from "../reply-shapes.js";

const release = z.object({
  id: uuid,
  title: perhaps(presentText),
  status: perhaps(z.string()),
});

const recording = z.object({
  id: uuid,
  title: presentText,
  "artist-credit": z
    .array(z.object({ name: presentText, joinphrase: perhaps(plainText) }))
    .nonempty(),
  score: z.coerce.number().catch(0),
  length: perhaps(positiveNumber),
  isrcs: perhaps(z.array(z.unknown())),
  releases: perhaps(z.array(z.unknown())),
  disambiguation: perhaps(presentText),
});

type Recording = z.output<typeof recording>;

const link = z.object({ relations: z.unknown() });

const linkedTo = z.object({ recording: z.object({ id: uuid }) });

const reply = z.object({
  recordings: z.unknown().optional(),
  error: perhaps(z.string()),
});

export const judgeMusicbrainz: JudgeBody = (body) =>
  recordingsIn(body) === undefined
    ? { verdict: "unreadable", problem: "no list of recordings" }
    : undefined;

/** The same, for what is looked up by an id: that nothing has it is an answer. */
export const judgeMusicbrainzLookup: JudgeBody = (body) => {
  if (recording.safeParse(body).success) return undefined;
  const { error } = reply.safeParse(body).data ?? {};
  return error === "Not Found" ? { verdict: "readable", problem: error } : judgeMusicbrainz(body);
};

/**
 * The recordings in a reply that can be read, best first; one where the reply is a recording. Of
 * equally good ones, those that need no disambiguation ("live, 1994-02-10") come first, because the
 * plain name means them.
 *
 * @param coverArtBaseUrl the Cover Art Archive, to link to
 */
export function musicbrainzCandidates(body: unknown, coverArtBaseUrl: string): TrackCandidate[] {
  const single = recording.safeParse(body).data;
  return (single ? [single] : (recordingsIn(body) ?? []))
    .sort((one, other) => other.score - one.score || rank(one) - rank(other))
    .map((found) => toCandidate(found, coverArtBaseUrl));
}

/** The same, for an address that recordings may be linked to. */
export const judgeMusicbrainzLink: JudgeBody = (body) => {
  if (readEntries(linkedTo, link.safeParse(body).data?.relations) !== undefined) return undefined;
  const { error } = reply.safeParse(body).data ?? {};
  return error === "Not Found"
    ? { verdict: "readable", problem: error }
    : { verdict: "unreadable", problem: "no list of relations" };
};

/** The ids of the recordings that an address is linked to, each once. */
export function linkedRecordings(body: unknown): readonly string[] {
  const relations = readEntries(linkedTo, link.safeParse(body).data?.relations) ?? [];
  return [...new Set(relations.map(({ recording: { id } }) => id))];
}

function toCandidate(found: Recording, coverArtBaseUrl: string): TrackCandidate {
  const shown = releaseOf(found);
  return candidateOf({
    provider: "musicbrainz",
    trackName: found.title,
    artist: creditedArtist(found),
    artwork: shown
      ? { kind: "remote", url: coverUrl(coverArtBaseUrl, shown.id) }
      : { kind: "none" },
    album: shown?.title,
    durationSeconds: found.length && found.length / 1000,
    isrc: findIsrc((found.isrcs ?? []).find((code) => typeof code === "string")),
    musicbrainzId: found.id,
  });
}

const recordingsIn = (body: unknown): Recording[] | undefined =>
  readEntries(recording, reply.safeParse(body).data?.recordings);

const rank = ({ disambiguation }: Recording): number => (disambiguation === undefined ? 0 : 1);

/** `A & B feat. C`: every name, and what joins it to the next. */
const creditedArtist = ({ "artist-credit": credits }: Recording): string =>
  credits
    .map(({ name, joinphrase }, i) => name + (joinphrase ?? (credits[i + 1] ? ", " : "")))
    .join("");

/** An official release where there is one: its cover is the likeliest to have been archived. */
function releaseOf({ releases }: Recording): z.output<typeof release> | undefined {
  const known = readEntries(release, releases) ?? [];
  return known.find(({ status }) => status === "Official") ?? known[0];
}

/** On the host that the operator chose. Linked to, never fetched: the archive answers with the picture or with 404. */
const coverUrl = (baseUrl: string, releaseId: string): string =>
  endpointUrl(baseUrl, `release/${releaseId}/front-250`).href;
