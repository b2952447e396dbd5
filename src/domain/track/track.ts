import type { TrackKey } from "./track-key.js";

/** International Standard Recording Code: 12 characters, upper case, no hyphens. */
export type Isrc = string & { readonly __brand: "Isrc" };

const ISRC_PATTERN = /^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$/;

/** The code in canonical spelling, or `undefined` where the text holds none. */
export function findIsrc(text: string | undefined): Isrc | undefined {
  const code = text?.replace(/[\s-]/g, "").toUpperCase();
  return code !== undefined && ISRC_PATTERN.test(code) ? (code as Isrc) : undefined;
}

/** A picture of a track: one at a URL, one embedded in a library file, or none. */
export type Artwork =
  | { readonly kind: "remote"; readonly url: string }
  | { readonly kind: "embedded" }
  | { readonly kind: "none" };

/** What one provider says about a track, before merging. */
export interface TrackCandidate {
  /** The provider's name, e.g. "library". */
  readonly provider: string;
  /** The title as the provider has it, prefixes included. */
  readonly trackName: string;
  readonly artist: string;
  readonly artwork: Artwork;
  readonly album?: string;
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
}

/** One recording, as merged from all providers that know it. */
export interface Track {
  readonly trackKey: TrackKey;
  readonly trackName: string;
  readonly artist: string;
  readonly artwork: Artwork;
  readonly album?: string;
  /** Seconds, > 0. */
  readonly durationSeconds?: number;
  readonly isrc?: Isrc;
  readonly musicbrainzId?: string;
  readonly deezerId?: string;
  readonly spotifyId?: string;
  readonly itunesId?: string;
  /** Names of the providers that know it, in provider order, without repetition. */
  readonly providers: readonly string[];
}

/** A track found by a search, and how closely it answers the query. */
export interface SearchResult {
  readonly track: Track;
  /** [0, 1], 1 is identical. */
  readonly matchScore: number;
}

/** What a search found, best first, and who could not answer. */
export interface SearchOutcome {
  readonly results: readonly SearchResult[];
  readonly unavailableProviders: readonly string[];
}
