import { z } from "zod";
import { candidateOf, type SoundMatch, type TrackCandidate } from "../../../domain/track/track.js";
import { artistCredit, creditedArtist } from "../artist-credit.js";
import type { AttemptResult, ClassifyBody } from "../client/provider-outcome.js";
import {
  lenientlyOptional,
  nonBlankText,
  plainText,
  positiveNumber,
  readEntries,
  uuid,
} from "../reply-shapes.js";

const releaseGroup = z.object({
  title: nonBlankText,
  type: lenientlyOptional(z.string()),
  secondarytypes: lenientlyOptional(z.array(z.string())),
});

/** A recording of MusicBrainz. Of one that was merged or removed there, AcoustID has the id alone. */
const recording = z.object({
  id: uuid,
  title: lenientlyOptional(nonBlankText),
  artists: lenientlyOptional(artistCredit),
  duration: lenientlyOptional(positiveNumber),
  releasegroups: lenientlyOptional(z.array(z.unknown())),
  sources: lenientlyOptional(positiveNumber),
});

/** An AcoustID track, and the MusicBrainz recordings that are linked to it; absent where there are none. */
const result = z.object({
  id: uuid,
  score: lenientlyOptional(z.number().min(0).max(1)),
  recordings: lenientlyOptional(z.array(z.unknown())),
});

const reply = z.object({
  status: z.string(),
  results: z.unknown().optional(),
  error: lenientlyOptional(z.object({ code: z.number(), message: lenientlyOptional(plainText) })),
});

/**
 * What the codes of errors mean: internal error, the service is unavailable, and too many requests; and an API key that is
 * unknown or may not be used. All others say that the request was wrong.
 *
 * Source: AcoustID server, module `acoustid.api.errors`.
 */
const RESULT_OF_ERROR: ReadonlyMap<number, AttemptResult> = new Map([
  [4, "refused"],
  [5, "failing"],
  [12, "refused"],
  [13, "failing"],
  [14, "rate-limited"],
]);

/** A named recording, and the sound that it is. */
export interface AcoustidTrack {
  readonly candidate: TrackCandidate;
  readonly soundMatch: SoundMatch;
}

/** Classifies a reply of AcoustID by its body. */
export const classifyAcoustid: ClassifyBody = (body) => {
  const { status, error } = reply.safeParse(body).data ?? {};
  if (status === "ok" && resultsIn(body) !== undefined) return undefined;
  if (error === undefined) {
    return { result: "unreadable", problem: "the reply has no list of results" };
  }
  const { code, message = "" } = error;
  return {
    result: RESULT_OF_ERROR.get(code) ?? "unreadable",
    problem: `error ${code}: ${message}`,
  };
};

/**
 * Returns the named recordings in a reply, those of the best sound first, and of one sound those that most people have
 * sent. A recording of several sounds is returned once.
 */
export function acoustidTracks(body: unknown): readonly AcoustidTrack[] {
  const results = (resultsIn(body) ?? []).sort((one, other) => scoreOf(other) - scoreOf(one));
  const found = new Map<string, AcoustidTrack>();
  for (const sound of results) {
    const recordings = readEntries(recording, sound.recordings ?? []) ?? [];
    recordings.sort((one, other) => (other.sources ?? 0) - (one.sources ?? 0));
    for (const one of recordings) {
      const candidate = candidateFrom(one);
      const soundMatch = { soundId: sound.id, score: scoreOf(sound) };
      if (candidate && !found.has(one.id)) found.set(one.id, { candidate, soundMatch });
    }
  }
  return [...found.values()];
}

/** Returns `undefined` for a recording without names. */
function candidateFrom(one: z.output<typeof recording>): TrackCandidate | undefined {
  const { id, title, artists, duration, releasegroups } = one;
  if (title === undefined || artists === undefined) return undefined;
  return candidateOf({
    provider: "acoustid",
    trackName: title,
    artist: creditedArtist(artists),
    artists: artists.length > 1 ? artists.map(({ name }) => name) : undefined,
    artwork: { kind: "none" },
    album: albumOf(releasegroups),
    durationSeconds: duration,
    musicbrainzId: id,
  });
}

/** Returns the title of an album, rather than of a compilation or a single, where there is one. */
function albumOf(list: unknown): string | undefined {
  const groups = readEntries(releaseGroup, list) ?? [];
  const albums = groups.filter(({ type }) => type === "Album");
  const plain = albums.find(({ secondarytypes = [] }) => secondarytypes.length === 0);
  return (plain ?? albums[0] ?? groups[0])?.title;
}

/** Replies to lookups by an id have no score: the id is exact. */
const scoreOf = ({ score = 1 }: z.output<typeof result>): number => score;

const resultsIn = (body: unknown): z.output<typeof result>[] | undefined =>
  readEntries(result, reply.safeParse(body).data?.results);
