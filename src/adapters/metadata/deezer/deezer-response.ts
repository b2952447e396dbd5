import { z } from "zod";
import { findIsrc, type TrackCandidate } from "../../../domain/track/track.js";
import { artworkAt, candidateOf } from "../candidate-parts.js";
import type { JudgeBody, AttemptResult } from "../client/provider-outcome.js";
import { decimalId, perhaps, positiveNumber, presentText, readEntries } from "../reply-shapes.js";

const track = z.object({
  id: decimalId,
  title: presentText,
  artist: z.object({ name: presentText }),
  album: perhaps(
    z.object({
      title: perhaps(presentText),
      cover_small: perhaps(z.string()),
      cover_medium: perhaps(z.string()),
      cover_big: perhaps(z.string()),
      cover_xl: perhaps(z.string()),
    }),
  ),
  duration: perhaps(positiveNumber),
  isrc: perhaps(z.string()),
  preview: perhaps(z.string()),
});

type Track = z.output<typeof track>;

/** A track as Deezer has it now. */
export interface DeezerTrack {
  readonly candidate: TrackCandidate;
  /** 30 s of it as MP3. Signed, and valid for minutes only: ask anew rather than keep it. */
  readonly previewUrl?: string;
}

const reply = z.object({
  data: z.unknown().optional(),
  error: perhaps(z.object({ code: z.coerce.number(), message: perhaps(z.string()) })),
});

/** What its error codes mean for us; any other is a mistake of ours. Source: Deezer's API reference. */
const VERDICTS: Readonly<Record<number, AttemptResult>> = {
  4: "rate-limited",
  200: "refused",
  300: "refused",
  700: "failing",
  800: "readable",
  901: "refused",
};

/** Deezer sends its errors with any status, 200 too. "No data" (800) is an answer: there is none. */
export const judgeDeezer: JudgeBody = (body) => {
  const { error, data } = reply.safeParse(body).data ?? {};
  if (error !== undefined) {
    const problem = `Deezer's error ${error.code}: ${error.message ?? "no message"}`;
    return { verdict: VERDICTS[error.code] ?? "unreadable", problem };
  }
  if (readEntries(track, data) !== undefined) return undefined;
  return { verdict: "unreadable", problem: "no list of tracks" };
};

/** The same, for a reply that is one track. */
export const judgeDeezerTrack: JudgeBody = (body) => {
  if (track.safeParse(body).success) return undefined;
  const judged = judgeDeezer(body);
  return judged ?? { verdict: "unreadable", problem: "a list instead of a track" };
};

/** The tracks in a reply that can be read. */
export function deezerCandidates(body: unknown): TrackCandidate[] {
  return (readEntries(track, reply.safeParse(body).data?.data) ?? []).map(toCandidate);
}

/** The track that a reply is, or `undefined` where it says that there is none. */
export function findDeezerTrack(body: unknown): DeezerTrack | undefined {
  const found = track.safeParse(body).data;
  if (found === undefined) return undefined;
  const { preview } = found;
  const hasPreview = preview !== undefined && URL.canParse(preview);
  return { candidate: toCandidate(found), ...(hasPreview && { previewUrl: preview }) };
}

const toCandidate = ({ id, title, artist, album, duration, isrc }: Track): TrackCandidate =>
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
    durationSeconds: duration,
    isrc: findIsrc(isrc),
    deezerId: id,
  });

/** The MD5 of nothing, under which Deezer keeps its grey disc. */
const EMPTY_MD5 = "d41d8cd98f00b204e9800998ecf8427e";

/** Pictures are named by their MD5: without one, or with that of nothing, it is a placeholder. */
const isPicture = (address: string | undefined): boolean =>
  address !== undefined && !address.includes(EMPTY_MD5) && !/\/images\/[a-z]+\/\//.test(address);
