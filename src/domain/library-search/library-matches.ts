import type { TrackRef } from "../track/track-ref.js";

/** The default and the maximum number of names of each kind. */
export const DEFAULT_LIBRARY_NAMES = 5;
export const MAX_LIBRARY_NAMES = 50;

/** The place of a track among those that a query finds: by rank, and of one rank by id. */
export interface MatchPosition {
  /** Integer >= 0; smaller ones are before larger ones. */
  readonly rank: number;
  /** Names the track in the index. */
  readonly id: string;
}

/** A track of the library that a query finds. */
export interface MatchedTrack {
  /** Its recording, or its name where it is not analysed. */
  readonly ref: TrackRef;
  readonly position: MatchPosition;
}

/** A name of the library that a query finds: an artist, a genre, or the path of a folder below that of the library. */
export interface MatchedName {
  readonly name: string;
  /** The number of tracks that have it, >= 1. */
  readonly trackCount: number;
}

/** An album that a query finds. */
export interface MatchedAlbum extends MatchedName {
  /** The artist of the album, or else of all its tracks; `null` where they have several. */
  readonly artist: string | null;
}

/** What a query finds in the library. */
export interface LibraryMatches {
  /** Best first. */
  readonly tracks: readonly MatchedTrack[];
  readonly hasMoreTracks: boolean;
  /** How many tracks the query finds, on all pages. */
  readonly trackCount: number;
  /** Artists, albums, genres and folders: best first, as many as were asked for. */
  readonly artists: readonly MatchedName[];
  readonly albums: readonly MatchedAlbum[];
  readonly genres: readonly MatchedName[];
  readonly folders: readonly MatchedName[];
}
