import type { RecordingId } from "./recording-id.js";
import type { ReleaseDetails } from "./release-details.js";
import type { TrackKey } from "./track-key.js";

/** International Standard Recording Code: 12 characters, upper case, no hyphens. */
export type Isrc = string & { readonly __brand: "Isrc" };

const ISRC_PATTERN = /^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$/;

/** Returns the code in canonical form, or `undefined` where the text is not a code. */
export function findIsrc(text: string | undefined): Isrc | undefined {
  const code = text?.replace(/[\s-]/g, "").toUpperCase();
  return code !== undefined && ISRC_PATTERN.test(code) ? (code as Isrc) : undefined;
}

/** A picture of a track: one at a URL, one embedded in a library file or beside it, or none. */
export type Artwork =
  | { readonly kind: "remote"; readonly url: string }
  | { readonly kind: "embedded" }
  | { readonly kind: "none" };

/** The AcoustID track that matched a fingerprint. */
export interface SoundMatch {
  /** Its UUID. */
  readonly soundId: string;
  /** How well the fingerprints agree, [0, 1], as AcoustID says. */
  readonly score: number;
}

/** A track as one provider describes it, before merging. */
export interface TrackCandidate extends ReleaseDetails {
  /** The provider's name, e.g. "library". */
  readonly provider: string;
  /** The title of the provider, prefixes included. */
  readonly trackName: string;
  readonly artist: string;
  /** The artists one by one, at least two; absent where only `artist` is known. */
  readonly artists?: readonly string[];
  readonly artwork: Artwork;
  /** Seconds, > 0. */
  readonly durationSeconds?: number;
  readonly isrc?: Isrc;
  /** MusicBrainz recording id, a UUID. */
  readonly musicbrainzId?: string;
  /** Deezer track id, decimal digits. */
  readonly deezerId?: string;
  /** Spotify track id, 22 base-62 characters. */
  readonly spotifyId?: string;
  /** iTunes track id, decimal digits. */
  readonly itunesId?: string;
  /** Present only where the track was looked up by how it sounds. */
  readonly soundMatch?: SoundMatch;
}

type CandidateParts = {
  readonly [Part in keyof TrackCandidate]: TrackCandidate[Part] | undefined;
} & Pick<TrackCandidate, "provider" | "trackName" | "artist" | "artwork">;

/** Returns a candidate with those parts that are defined. */
export function candidateOf(parts: CandidateParts): TrackCandidate {
  const present = Object.entries(parts).filter(([, part]) => part !== undefined);
  return Object.fromEntries(present) as unknown as TrackCandidate;
}

/** A track, merged from the candidates of all providers that know it. */
export interface Track extends Omit<TrackCandidate, "provider" | "soundMatch"> {
  readonly trackKey: TrackKey;
  /** The recording that it is; absent where it means whatever recording is preferred for its name. */
  readonly recordingId?: RecordingId;
  /** Names of the providers that know it, in provider order, without repetition. */
  readonly providers: readonly string[];
}

/** A track found by a search, and how closely it matches the query. */
export interface SearchResult {
  readonly track: Track;
  /** [0, 1], 1 is identical. */
  readonly matchScore: number;
}

/** Candidates of one provider, best first. */
export interface CandidatePage {
  readonly candidates: readonly TrackCandidate[];
  /** Whether the provider may have more, after these. */
  readonly hasMore: boolean;
}

/** A page of the results of a search, best first, and the providers that failed. */
export interface SearchOutcome {
  readonly results: readonly SearchResult[];
  readonly unavailableProviders: readonly string[];
  /** Whether the providers may have more tracks than these and those of the pages before. */
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  /** Cursor after the first result; `null` where there are no results. */
  readonly startCursor: string | null;
  /** Cursor after the results; `null` where there are none. */
  readonly endCursor: string | null;
  /**
   * Returns the cursor after the first results.
   *
   * @param count how many, 1 to all of them
   */
  readonly cursorAfter: (count: number) => string;
}
