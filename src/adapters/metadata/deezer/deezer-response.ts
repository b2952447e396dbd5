import { z } from "zod";
import { findPlace, findYear } from "../../../domain/track/release-details.js";
import {
  candidateOf,
  findIsrc,
  type CandidatePage,
  type TrackCandidate,
} from "../../../domain/track/track.js";
import { artworkAt } from "../artwork-at.js";
import type { ClassifyBody, AttemptResult } from "../client/provider-outcome.js";
import {
  decimalId,
  isFull,
  lenientlyOptional,
  positiveNumber,
  nonBlankText,
  readEntries,
} from "../reply-shapes.js";

const track = z.object({
  id: decimalId,
  title: nonBlankText,
  artist: z.object({ name: nonBlankText }),
  album: lenientlyOptional(
    z.object({
      title: lenientlyOptional(nonBlankText),
      cover_small: lenientlyOptional(z.string()),
      cover_medium: lenientlyOptional(z.string()),
      cover_big: lenientlyOptional(z.string()),
      cover_xl: lenientlyOptional(z.string()),
    }),
  ),
  duration: lenientlyOptional(positiveNumber),
  isrc: lenientlyOptional(z.string()),
  preview: lenientlyOptional(z.string()),
  // Of single tracks only: those of a search have neither date nor numbers.
  release_date: lenientlyOptional(z.string()),
  track_position: lenientlyOptional(z.number()),
  disk_number: lenientlyOptional(z.number()),
});

type Track = z.output<typeof track>;

/** Deezer's current entry of a track. */
export interface DeezerTrack {
  readonly candidate: TrackCandidate;
  /** 30 s of it as MP3. The address is signed and valid for minutes only: do not store it. */
  readonly previewUrl?: string;
}

const reply = z.object({
  data: z.unknown().optional(),
  error: lenientlyOptional(
    z.object({ code: z.coerce.number(), message: lenientlyOptional(z.string()) }),
  ),
});

/** Results by Deezer's error codes; any other code means a mistake of ours. Source: Deezer's API reference. */
const RESULTS_BY_CODE: Readonly<Record<number, AttemptResult>> = {
  4: "rate-limited",
  200: "refused",
  300: "refused",
  700: "failing",
  800: "readable",
  901: "refused",
};

/** Deezer sends errors with any status, 200 too. The error "no data" (800) means that nothing was found. */
export const classifyDeezer: ClassifyBody = (body) => {
  const { error, data } = reply.safeParse(body).data ?? {};
  if (error !== undefined) {
    const problem = `Deezer's error ${error.code}: ${error.message ?? "no message"}`;
    return { result: RESULTS_BY_CODE[error.code] ?? "unreadable", problem };
  }
  if (readEntries(track, data) !== undefined) return undefined;
  return { result: "unreadable", problem: "the reply has no list of tracks" };
};

/** Classifies a reply that should be one track. */
export const classifyDeezerTrack: ClassifyBody = (body) => {
  if (track.safeParse(body).success) return undefined;
  const classified = classifyDeezer(body);
  return classified ?? { result: "unreadable", problem: "the reply is a list instead of a track" };
};

/** Returns the tracks in a reply, at most `limit`; entries that cannot be read are left out. */
export function deezerPage(body: unknown, limit: number): CandidatePage {
  const { data } = reply.safeParse(body).data ?? {};
  const candidates = (readEntries(track, data) ?? []).map(toCandidate).slice(0, limit);
  return { candidates, hasMore: isFull(data, limit) };
}

/** Returns the track in a reply, or `undefined` where the reply says that there is none. */
export function findDeezerTrack(body: unknown): DeezerTrack | undefined {
  const found = track.safeParse(body).data;
  if (found === undefined) return undefined;
  const { preview } = found;
  const hasPreview = preview !== undefined && URL.canParse(preview);
  return { candidate: toCandidate(found), ...(hasPreview && { previewUrl: preview }) };
}

const toCandidate = ({
  id,
  title,
  artist,
  album,
  duration,
  isrc,
  ...found
}: Track): TrackCandidate =>
  candidateOf({
    provider: "deezer",
    trackName: title,
    artist: artist.name,
    artwork: artworkAt(
      ...[album?.cover_big, album?.cover_medium, album?.cover_xl, album?.cover_small].filter(
        isPicture,
      ),
    ),
    album: album?.title,
    year: findYear(found.release_date),
    trackNumber: findPlace(found.track_position),
    discNumber: findPlace(found.disk_number),
    durationSeconds: duration,
    isrc: findIsrc(isrc),
    deezerId: id,
  });

/** The MD5 of an empty file, which names Deezer's placeholder picture. */
const EMPTY_MD5 = "d41d8cd98f00b204e9800998ecf8427e";

/** Whether an address is that of a real picture: one without an MD5, or with that of an empty file, is not. */
const isPicture = (address: string | undefined): boolean =>
  address !== undefined && !address.includes(EMPTY_MD5) && !/\/images\/[a-z]+\/\//.test(address);
