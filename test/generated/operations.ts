/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** The state of an analysis that is not ready. */
export type AnalysisState =
  /** No request has started it. Start it with `compute: true` or `requestAnalysis`. */
  | 'NOT_REQUESTED'
  /** It is in progress. */
  | 'PROCESSING'
  /** It is waiting in the queue. */
  | 'QUEUED';

/** What is noted of a row. */
export type AnnotateRowInput = {
  /** Plain text, at most 500 characters; nothing when absent. */
  readonly note?: string | null | undefined;
  /** The number of the row. */
  readonly row: number;
};

/** Bounds on the confidence of estimates, each in [0, 1] and comparable within one field. */
export type ConfidenceFilter = {
  /** Bounds on the confidence of `acousticness`. */
  readonly acousticness?: FloatRange | null | undefined;
  /** Bounds on the confidence of `aggressive`. */
  readonly aggressive?: FloatRange | null | undefined;
  /** Bounds on the confidence of `approachability`. */
  readonly approachability?: FloatRange | null | undefined;
  /** Bounds on the confidence of `arousal`. */
  readonly arousal?: FloatRange | null | undefined;
  /** Bounds on the confidence of `danceability`. */
  readonly danceability?: FloatRange | null | undefined;
  /** Bounds on the confidence of `energy`. */
  readonly energy?: FloatRange | null | undefined;
  /** Bounds on the confidence of `engagement`. */
  readonly engagement?: FloatRange | null | undefined;
  /** Bounds on the confidence of `happy`. */
  readonly happy?: FloatRange | null | undefined;
  /** Bounds on the confidence of `instrumentalness`. */
  readonly instrumentalness?: FloatRange | null | undefined;
  /** Bounds on the confidence of `key`. */
  readonly key?: FloatRange | null | undefined;
  /** Bounds on the confidence of `liveness`. */
  readonly liveness?: FloatRange | null | undefined;
  /** Bounds on the confidence of `loudness`. */
  readonly loudness?: FloatRange | null | undefined;
  /** Bounds on the confidence of `loudnessRange`. */
  readonly loudnessRange?: FloatRange | null | undefined;
  /** Bounds on the confidence of `mode`. */
  readonly mode?: FloatRange | null | undefined;
  /** Bounds on the confidence of `relaxed`. */
  readonly relaxed?: FloatRange | null | undefined;
  /** Bounds on the confidence of `sad`. */
  readonly sad?: FloatRange | null | undefined;
  /** Bounds on the confidence of `speechiness`. */
  readonly speechiness?: FloatRange | null | undefined;
  /** Bounds on the confidence of `tempo`. */
  readonly tempo?: FloatRange | null | undefined;
  /** Bounds on the confidence of `timeSignature`. */
  readonly timeSignature?: FloatRange | null | undefined;
  /** Bounds on the confidence of `truePeak`. */
  readonly truePeak?: FloatRange | null | undefined;
  /** Bounds on the confidence of `tuning`. */
  readonly tuning?: FloatRange | null | undefined;
  /** Bounds on the confidence of `valence`. */
  readonly valence?: FloatRange | null | undefined;
};

/** What happens at a cue point. */
export type CueKind =
  /** A section with less energy begins, after one with much. */
  | 'BREAK'
  /** A section with much energy begins, after one with less. */
  | 'DROP'
  /** The first bar that sounds. */
  | 'MIX_IN'
  /** The last section begins, with less energy than the one before. */
  | 'MIX_OUT';

/** The method of an estimate. */
export type EstimateMethod =
  /** A formula of this project, documented in its source. */
  | 'HEURISTIC'
  /** A published method of signal processing. */
  | 'MEASURED'
  /** A model fitted to annotated music. */
  | 'MODEL'
  /** Stated by a user in place of what was computed. */
  | 'USER';

/** Bounds on a number. Both are inclusive; either may be absent. */
export type FloatRange = {
  /** The minimum value. */
  readonly gte?: number | null | undefined;
  /** The maximum value. */
  readonly lte?: number | null | undefined;
};

/** Tracks that become rows of a playlist. */
export type InsertRowsInput = {
  /** The position that the first of them has afterwards; the end when absent. */
  readonly at?: number | null | undefined;
  /** What is noted of each of them, at most 500 characters; nothing when absent. */
  readonly note?: string | null | undefined;
  /** The tracks, at most 2 000, the same several times where it is wanted. */
  readonly tracks: ReadonlyArray<TrackRef>;
};

/** The relation of a key to the key before it. SAME, RELATIVE, FIFTH_UP and FIFTH_DOWN are compatible on the Camelot wheel. */
export type KeyRelation =
  /** Any other relation. */
  | 'DISTANT'
  /** One step down the Camelot wheel: 8A to 7A. */
  | 'FIFTH_DOWN'
  /** One step up the Camelot wheel: 8A to 9A. */
  | 'FIFTH_UP'
  /** The same tonic in the other mode: A minor and A major. */
  | 'PARALLEL'
  /** The same notes in the other mode: A minor and C major, 8A and 8B. */
  | 'RELATIVE'
  /** The same key. */
  | 'SAME'
  /** Either track has no key. */
  | 'UNKNOWN';

/** Which kind of recordings to return. */
export type KindCondition =
  /** Any kind. */
  | 'ANY'
  /** Music, or what may be music. */
  | 'MUSIC'
  /** Field recordings and the like. */
  | 'OTHER'
  /** Audiobooks, podcasts and the like. */
  | 'SPEECH';

/** The length of a mix path, or a condition on each of its steps, by the argument that asks for it. */
export type MixRule =
  /** The minimum number of tracks between two of one artist. */
  | 'ARTIST_SPACING'
  /** Compatible keys in every step. */
  | 'COMPATIBLE_KEYS_ONLY'
  /** The number of tracks. */
  | 'LENGTH'
  /** The maximum change of tempo in a step. */
  | 'MAX_TEMPO_CHANGE_PERCENT';

/** Bounds on the four moods, each in [0, 1]. */
export type MoodFilter = {
  /** Bounds on aggressive. */
  readonly aggressive?: FloatRange | null | undefined;
  /** Bounds on happy. */
  readonly happy?: FloatRange | null | undefined;
  /** Bounds on relaxed. */
  readonly relaxed?: FloatRange | null | undefined;
  /** Bounds on sad. */
  readonly sad?: FloatRange | null | undefined;
};

/** The moods that are estimated for every track. */
export type MoodName =
  /** Aggressive. */
  | 'AGGRESSIVE'
  /** Happy. */
  | 'HAPPY'
  /** Relaxed. */
  | 'RELAXED'
  /** Sad. */
  | 'SAD';

/** Rows of a playlist that are moved together. */
export type MoveRowsInput = {
  /** The position that the first of them has afterwards. */
  readonly at: number;
  /** Their numbers, in the order that they have afterwards. */
  readonly rows: ReadonlyArray<number>;
};

/** The direction of an order. */
export type OrderDirection =
  /** Ascending: lowest value first. */
  | 'ASC'
  /** Descending: highest value first. */
  | 'DESC';

/** What a playlist is. */
export type PlaylistKind =
  /** Rows that its recipe has found, and that people may have changed since. */
  | 'FROZEN'
  /** A recipe, whose tracks are found anew whenever somebody asks. */
  | 'RECIPE'
  /** Rows in an order. */
  | 'TRACKS';

/** One edit of the rows of a playlist, exactly one of these. Positions count from 0. */
export type PlaylistRowEdit =
  {   /** Notes something of a row. */
  readonly annotate: AnnotateRowInput; readonly insert?: never; readonly move?: never; readonly remove?: never; readonly replace?: never; }
  |  { readonly annotate?: never;   /** Adds tracks as rows. */
  readonly insert: InsertRowsInput; readonly move?: never; readonly remove?: never; readonly replace?: never; }
  |  { readonly annotate?: never; readonly insert?: never;   /** Moves rows. */
  readonly move: MoveRowsInput; readonly remove?: never; readonly replace?: never; }
  |  { readonly annotate?: never; readonly insert?: never; readonly move?: never;   /** Removes rows. */
  readonly remove: RemoveRowsInput; readonly replace?: never; }
  |  { readonly annotate?: never; readonly insert?: never; readonly move?: never; readonly remove?: never;   /** Replaces a row by a track. */
  readonly replace: ReplaceRowInput; };

/** Whether recordings are still there. */
export type RecordingPresence =
  /** Both. */
  | 'ANY'
  /** Recordings that left the library with the last of their files, or were forgotten. */
  | 'GONE'
  /** Recordings that are there. */
  | 'PRESENT';

/** Rows that a playlist is not to have any more. */
export type RemoveRowsInput = {
  /** Their numbers. */
  readonly rows: ReadonlyArray<number>;
};

/** A track that takes the place of a row, and its note, as a new row. */
export type ReplaceRowInput = {
  /** The number of the row. */
  readonly row: number;
  /** The track. */
  readonly track: TrackRef;
};

/** A playlist to keep. What is absent gets its default, also in a change. */
export type SavePlaylistInput = {
  /** The last track of the path, together with `start`. */
  readonly end?: TrackRef | null | undefined;
  /**
   * The keys of tracks that it never contains.
   * @deprecated Use `excludedTracks`, which names tracks by key, id or names.
   */
  readonly exclude?: ReadonlyArray<string> | null | undefined;
  /** At most 1 000 tracks that it never contains. */
  readonly excludedTracks?: ReadonlyArray<TrackRef> | null | undefined;
  /** The conditions on its tracks; not for a path, and without `analysed`: a playlist has only tracks that are analysed. */
  readonly filter?: TrackFilter | null | undefined;
  /**
   * The key of the first track of a path.
   * @deprecated Use `start`, which names tracks by key, id or names.
   */
  readonly from?: string | null | undefined;
  /** The playlist to replace; a new one is created when absent. */
  readonly id?: string | number | null | undefined;
  /** Whether it is written into the folder of playlists (`PLAYLIST_DIR`) after each scan; false when absent. */
  readonly isWritten?: boolean | null | undefined;
  /** Maximum number of tracks, 1 to 1 000, 50 when absent; of a path 2 to 50, 10 when absent. */
  readonly length?: number | null | undefined;
  /** Its name, 1 to 200 characters, unique among the playlists of the API key. */
  readonly name: string;
  /** What is noted of it, plain text, at most 1 000 characters; nothing when absent. */
  readonly note?: string | null | undefined;
  /** The order of its tracks; not for a path. By artist when absent, or by similarity to the seeds. */
  readonly orderBy?: TrackOrder | null | undefined;
  /** Only in a change: the revision that it is of. Where another change came between, the error is `PLAYLIST_CHANGED`; when absent, of whatever there is. */
  readonly revision?: number | null | undefined;
  /** At most 20 analysed tracks; its tracks sound like one of them. Not for a path. */
  readonly seedTracks?: ReadonlyArray<TrackRef> | null | undefined;
  /**
   * The keys of the seeds.
   * @deprecated Use `seedTracks`, which names tracks by key, id or names.
   */
  readonly seeds?: ReadonlyArray<string> | null | undefined;
  /** Whether no two tracks of one artist follow each other, where that can be; when absent, unless an order other than RANDOM is given. */
  readonly spreadArtists?: boolean | null | undefined;
  /** The first track of a path in small steps, together with `end`. */
  readonly start?: TrackRef | null | undefined;
  /**
   * The key of the last track of the path.
   * @deprecated Use `end`, which names tracks by key, id or names.
   */
  readonly to?: string | null | undefined;
  /** At most 2 000 tracks that it keeps as rows, in this order, several times where they are; then it has no recipe. */
  readonly tracks?: ReadonlyArray<TrackRef> | null | undefined;
};

/** How a scan ended. */
export type ScanResult =
  /** Its server stopped, or was killed. */
  | 'ABORTED'
  /** All folders that can be reached were scanned. */
  | 'COMPLETED'
  /** An error ended it; the log of the server says which. */
  | 'FAILED';

/** Factors on the default weights of the fields, and of the sound as a whole, when tracks are compared. The factor of a group applies to all of its fields and is multiplied with their own. */
export type SimilarityWeights = {
  /** Factor on the default weight of the mood aggressive, 0 to 100; 1 when absent, 0 leaves it out. */
  readonly aggressive?: number | null | undefined;
  /** Factor on the default weight of the group of approachability and engagement, 0 to 100; 1 when absent, 0 leaves it out. */
  readonly appeal?: number | null | undefined;
  /** Factor on the default weight of approachability, 0 to 100; 1 when absent, 0 leaves it out. */
  readonly approachability?: number | null | undefined;
  /** Factor on the default weight of arousal, 0 to 100; 1 when absent, 0 leaves it out. */
  readonly arousal?: number | null | undefined;
  /** Factor on the default weight of danceability, 0 to 100; 1 when absent, 0 leaves it out. */
  readonly danceability?: number | null | undefined;
  /** Factor on the default weight of energy, 0 to 100; 1 when absent, 0 leaves it out. */
  readonly energy?: number | null | undefined;
  /** Factor on the default weight of engagement, 0 to 100; 1 when absent, 0 leaves it out. */
  readonly engagement?: number | null | undefined;
  /** Factor on the default weight of the mood happy, 0 to 100; 1 when absent, 0 leaves it out. */
  readonly happy?: number | null | undefined;
  /** Factor on the default weight of the group of key and mode, 0 to 100; 1 when absent, 0 leaves it out. */
  readonly harmony?: number | null | undefined;
  /** Factor on the default weight of instrumentalness, 0 to 100; 1 when absent, 0 leaves it out. */
  readonly instrumentalness?: number | null | undefined;
  /** Factor on the default weight of the group of energy, arousal and loudness, 0 to 100; 1 when absent, 0 leaves it out. */
  readonly intensity?: number | null | undefined;
  /** Factor on the default weight of the key (on the circle of fifths), 0 to 100; 1 when absent, 0 leaves it out. */
  readonly key?: number | null | undefined;
  /** Factor on the default weight of liveness, 0 to 100; 1 when absent, 0 leaves it out. */
  readonly liveness?: number | null | undefined;
  /** Factor on the default weight of integrated loudness, 0 to 100; 1 when absent, 0 leaves it out. */
  readonly loudness?: number | null | undefined;
  /** Factor on the default weight of mode, 0 to 100; 1 when absent, 0 leaves it out. */
  readonly mode?: number | null | undefined;
  /** Factor on the default weight of the group of valence, happy, sad, relaxed and aggressive, 0 to 100; 1 when absent, 0 leaves it out. */
  readonly mood?: number | null | undefined;
  /** Factor on the default weight of the mood relaxed, 0 to 100; 1 when absent, 0 leaves it out. */
  readonly relaxed?: number | null | undefined;
  /** Factor on the default weight of the group of tempo and danceability, 0 to 100; 1 when absent, 0 leaves it out. */
  readonly rhythm?: number | null | undefined;
  /** Factor on the default weight of the mood sad, 0 to 100; 1 when absent, 0 leaves it out. */
  readonly sad?: number | null | undefined;
  /** Factor on the default weight of the sound as a whole (timbre, rhythm and harmony, as music was found to differ), 0 to 100; 1 when absent, 0 leaves it out. */
  readonly sound?: number | null | undefined;
  /** Factor on the default weight of speechiness, 0 to 100; 1 when absent, 0 leaves it out. */
  readonly speechiness?: number | null | undefined;
  /** Factor on the default weight of tempo, 0 to 100; 1 when absent, 0 leaves it out. */
  readonly tempo?: number | null | undefined;
  /** Factor on the default weight of valence, 0 to 100; 1 when absent, 0 leaves it out. */
  readonly valence?: number | null | undefined;
  /** Factor on the default weight of the group of instrumentalness, speechiness and liveness, 0 to 100; 1 when absent, 0 leaves it out. */
  readonly voice?: number | null | undefined;
};

/** What a check of what is stored compares. */
export type StoredKind =
  /** An audio file of the library. */
  | 'AUDIO'
  /** A file of a playlist that was written. */
  | 'PLAYLIST'
  /** A row of the database. */
  | 'ROW';

/** Bounds on a time, ISO 8601: a day in UTC, such as 2026-11-26, or a time with its zone. Both are inclusive; either may be absent. */
export type TimeRange = {
  /** The earliest time. */
  readonly gte?: string | null | undefined;
  /** The latest time. */
  readonly lte?: string | null | undefined;
};

/** The numbers that are known of every analysed track. */
export type TrackColumnField =
  /** Acousticness, in [0, 1]. */
  | 'ACOUSTICNESS'
  /** The mood aggressive, in [0, 1]. */
  | 'AGGRESSIVE'
  /** Approachability, in [0, 1]. */
  | 'APPROACHABILITY'
  /** Arousal, in [0, 1]. */
  | 'AROUSAL'
  /** Danceability, in [0, 1]. */
  | 'DANCEABILITY'
  /** Length of the audio, milliseconds. */
  | 'DURATION_MS'
  /** Energy, in [0, 1]. */
  | 'ENERGY'
  /** Engagement, in [0, 1]. */
  | 'ENGAGEMENT'
  /** The mood happy, in [0, 1]. */
  | 'HAPPY'
  /** Instrumentalness, in [0, 1]. */
  | 'INSTRUMENTALNESS'
  /** Pitch class of the tonic, 0 (C) to 11 (B). */
  | 'KEY'
  /** The place from the left on the map on which tracks that sound alike are near each other, in [0, 1]; it has no meaning of its own. A track keeps it while others are added. Once there are four times the tracks, the map is arranged anew, much as it was. The first request for it takes seconds. */
  | 'LIKENESS_X'
  /** The place from below on the map on which tracks that sound alike are near each other, in [0, 1]; it has no meaning of its own. A track keeps it while others are added. Once there are four times the tracks, the map is arranged anew, much as it was. The first request for it takes seconds. */
  | 'LIKENESS_Y'
  /** Liveness, in [0, 1]. */
  | 'LIVENESS'
  /** Integrated loudness, LUFS. */
  | 'LOUDNESS'
  /** The loudness range, LU. */
  | 'LOUDNESS_RANGE'
  /** 1 is major, 0 is minor. */
  | 'MODE'
  /** The mood relaxed, in [0, 1]. */
  | 'RELAXED'
  /** The mood sad, in [0, 1]. */
  | 'SAD'
  /** Speechiness, in [0, 1]. */
  | 'SPEECHINESS'
  /** The tempo, beats per minute. */
  | 'TEMPO'
  /** Beats per bar. */
  | 'TIME_SIGNATURE'
  /** The true peak, dBTP. */
  | 'TRUE_PEAK'
  /** The tuning, cents from A4 = 440 Hz. */
  | 'TUNING'
  /** Valence, in [0, 1]. */
  | 'VALENCE';

/** Which tracks to list. All conditions must be met. A track whose value is null does not meet a condition on that value. */
export type TrackFilter = {
  /** Bounds on acousticness, in [0, 1]. */
  readonly acousticness?: FloatRange | null | undefined;
  /** Bounds on the time when the file was added to the library. */
  readonly addedAt?: TimeRange | null | undefined;
  /** Values of the album, of which the track must have one; letter case, diacritics and punctuation are ignored. */
  readonly album?: ReadonlyArray<string> | null | undefined;
  /** Values of the artist of the album, of which the track must have one; letter case, diacritics and punctuation are ignored. */
  readonly albumArtist?: ReadonlyArray<string> | null | undefined;
  /** False lists the tracks of the library that are not analysed, and cannot be combined with other conditions or an order, because these tracks have no values; true when absent. */
  readonly analysed?: boolean | null | undefined;
  /** Bounds on approachability, in [0, 1]. */
  readonly approachability?: FloatRange | null | undefined;
  /** Bounds on arousal, in [0, 1]. */
  readonly arousal?: FloatRange | null | undefined;
  /** Values of the artist, of which the track must have one; letter case, diacritics and punctuation are ignored. */
  readonly artist?: ReadonlyArray<string> | null | undefined;
  /** Bounds on the mean bit rate of the file, kbit/s. */
  readonly bitRateKbps?: FloatRange | null | undefined;
  /** A key that the key of the track is compatible with on the Camelot wheel: the same key, one step to either side, or the relative key. Written as Camelot ("8A"), Open Key ("1m") or a name ("A minor", "Am"). */
  readonly camelotCompatibleWith?: string | null | undefined;
  /** Values of the composer, of which the track must have one; letter case, diacritics and punctuation are ignored. */
  readonly composer?: ReadonlyArray<string> | null | undefined;
  /** Bounds on the confidence of estimates. */
  readonly confidence?: ConfidenceFilter | null | undefined;
  /** Bounds on danceability, in [0, 1]. */
  readonly danceability?: FloatRange | null | undefined;
  /** Bounds on the length of the audio, milliseconds. */
  readonly durationMs?: FloatRange | null | undefined;
  /** Bounds on energy, in [0, 1]. */
  readonly energy?: FloatRange | null | undefined;
  /** Bounds on engagement, in [0, 1]. */
  readonly engagement?: FloatRange | null | undefined;
  /** Bounds on the time when it became a favourite on a music server. */
  readonly favouriteAt?: TimeRange | null | undefined;
  /** Whether a tempo is also within the bounds of `tempo` where its double or half is; false when absent. */
  readonly foldTempo?: boolean | null | undefined;
  /** Values of the folder of its file, below that of the library, of which the track must have one, or lie below one; letter case, diacritics and punctuation are ignored. */
  readonly folder?: ReadonlyArray<string> | null | undefined;
  /** Values of the format of its file, such as FLAC or MP3, of which the track must have one; letter case, diacritics and punctuation are ignored. */
  readonly format?: ReadonlyArray<string> | null | undefined;
  /** Values of the genre, of which the track must have one; letter case, diacritics and punctuation are ignored. */
  readonly genre?: ReadonlyArray<string> | null | undefined;
  /** Whether a file of the library holds the recording. */
  readonly hasFile?: boolean | null | undefined;
  /** Bounds on instrumentalness, in [0, 1]. */
  readonly instrumentalness?: FloatRange | null | undefined;
  /** Whether it is a favourite on a music server. */
  readonly isFavourite?: boolean | null | undefined;
  /** Whether a music server says that it was played. */
  readonly isPlayed?: boolean | null | undefined;
  /** Pitch class of the tonic, 0 (C) to 11 (B). */
  readonly key?: number | null | undefined;
  /** Keys, in any of the notations of `camelotCompatibleWith`; the track must have one of them. */
  readonly keyIn?: ReadonlyArray<string> | null | undefined;
  /** What the recording is. By default any kind in lists and exports, and music in similar tracks, mixes and playlists. */
  readonly kind?: KindCondition | null | undefined;
  /** Values of the record label, of which the track must have one; letter case, diacritics and punctuation are ignored. */
  readonly label?: ReadonlyArray<string> | null | undefined;
  /** Bounds on liveness, in [0, 1]. */
  readonly liveness?: FloatRange | null | undefined;
  /** Bounds on integrated loudness, LUFS. */
  readonly loudness?: FloatRange | null | undefined;
  /** Bounds on the loudness range, LU. */
  readonly loudnessRange?: FloatRange | null | undefined;
  /** 1 is major, 0 is minor. */
  readonly mode?: number | null | undefined;
  /** Bounds on the four moods. */
  readonly mood?: MoodFilter | null | undefined;
  /** Bounds on the number of plays on a music server. */
  readonly playCount?: FloatRange | null | undefined;
  /** Bounds on the time of the last play on a music server. */
  readonly playedAt?: TimeRange | null | undefined;
  /** `gone` has what left with its last file, or was forgotten; by default only what is `present`. */
  readonly presence?: RecordingPresence | null | undefined;
  /** Bounds on the rating on a music server. */
  readonly rating?: FloatRange | null | undefined;
  /** Values of the name of a music server that has it, of which the track must have one; letter case, diacritics and punctuation are ignored. */
  readonly server?: ReadonlyArray<string> | null | undefined;
  /** Where the audio came from, e.g. "library" or "deezer". */
  readonly source?: string | null | undefined;
  /** Bounds on speechiness, in [0, 1]. */
  readonly speechiness?: FloatRange | null | undefined;
  /** Bounds on the tempo, beats per minute. */
  readonly tempo?: FloatRange | null | undefined;
  /** Words that occur in the artist or title, in any order. Letter case, diacritics and punctuation are ignored; a text that consists only of symbols is searched for as it is. 1 to 200 characters. */
  readonly text?: string | null | undefined;
  /** Beats per bar. */
  readonly timeSignature?: number | null | undefined;
  /** Bounds on the true peak, dBTP. */
  readonly truePeak?: FloatRange | null | undefined;
  /** Bounds on the tuning, cents from A4 = 440 Hz. */
  readonly tuning?: FloatRange | null | undefined;
  /** Bounds on valence, in [0, 1]. */
  readonly valence?: FloatRange | null | undefined;
  /** Bounds on the year of the release. */
  readonly year?: FloatRange | null | undefined;
};

/** The names of a track, as a search returns them. */
export type TrackNames = {
  /** The artist; 1 to 4096 characters. */
  readonly artist: string;
  /** The title; 1 to 4096 characters. */
  readonly track: string;
};

/** The order of analysed tracks. Ties are ordered by track key. */
export type TrackOrder = {
  /** The direction. */
  readonly direction?: OrderDirection;
  /** The field to order by. */
  readonly field: TrackOrderField;
  /** The seed of a random order: the same one gives the same order. */
  readonly seed?: number;
};

/** The fields that analysed tracks can be ordered by. Tracks without a value come last. */
export type TrackOrderField =
  /** By acousticness. */
  | 'ACOUSTICNESS'
  /** By the time when the file was added to the library. */
  | 'ADDED_AT'
  /** By the value of the mood aggressive. */
  | 'AGGRESSIVE'
  /** By album, its artist, disc and number. */
  | 'ALBUM'
  /** By the artist of the album. */
  | 'ALBUM_ARTIST'
  /** By the time of the analysis. */
  | 'ANALYZED_AT'
  /** By approachability. */
  | 'APPROACHABILITY'
  /** By arousal. */
  | 'AROUSAL'
  /** By artist, letter case and diacritics ignored. */
  | 'ARTIST'
  /** By the mean bit rate of the file, kbit/s. */
  | 'BIT_RATE_KBPS'
  /** By composer. */
  | 'COMPOSER'
  /** By the confidence of `acousticness`. */
  | 'CONFIDENCE_ACOUSTICNESS'
  /** By the confidence of `aggressive`. */
  | 'CONFIDENCE_AGGRESSIVE'
  /** By the confidence of `approachability`. */
  | 'CONFIDENCE_APPROACHABILITY'
  /** By the confidence of `arousal`. */
  | 'CONFIDENCE_AROUSAL'
  /** By the confidence of `danceability`. */
  | 'CONFIDENCE_DANCEABILITY'
  /** By the confidence of `energy`. */
  | 'CONFIDENCE_ENERGY'
  /** By the confidence of `engagement`. */
  | 'CONFIDENCE_ENGAGEMENT'
  /** By the confidence of `happy`. */
  | 'CONFIDENCE_HAPPY'
  /** By the confidence of `instrumentalness`. */
  | 'CONFIDENCE_INSTRUMENTALNESS'
  /** By the confidence of `key`. */
  | 'CONFIDENCE_KEY'
  /** By the confidence of `liveness`. */
  | 'CONFIDENCE_LIVENESS'
  /** By the confidence of `loudness`. */
  | 'CONFIDENCE_LOUDNESS'
  /** By the confidence of `loudnessRange`. */
  | 'CONFIDENCE_LOUDNESS_RANGE'
  /** By the confidence of `mode`. */
  | 'CONFIDENCE_MODE'
  /** By the confidence of `relaxed`. */
  | 'CONFIDENCE_RELAXED'
  /** By the confidence of `sad`. */
  | 'CONFIDENCE_SAD'
  /** By the confidence of `speechiness`. */
  | 'CONFIDENCE_SPEECHINESS'
  /** By the confidence of `tempo`. */
  | 'CONFIDENCE_TEMPO'
  /** By the confidence of `timeSignature`. */
  | 'CONFIDENCE_TIME_SIGNATURE'
  /** By the confidence of `truePeak`. */
  | 'CONFIDENCE_TRUE_PEAK'
  /** By the confidence of `tuning`. */
  | 'CONFIDENCE_TUNING'
  /** By the confidence of `valence`. */
  | 'CONFIDENCE_VALENCE'
  /** By danceability. */
  | 'DANCEABILITY'
  /** By the length of the audio, milliseconds. */
  | 'DURATION_MS'
  /** By energy. */
  | 'ENERGY'
  /** By engagement. */
  | 'ENGAGEMENT'
  /** By the time when it became a favourite on a music server. */
  | 'FAVOURITE_AT'
  /** By the folder of the file, below that of the library. */
  | 'FOLDER'
  /** By the format of the file. */
  | 'FORMAT'
  /** By genre. */
  | 'GENRE'
  /** By the value of the mood happy. */
  | 'HAPPY'
  /** By instrumentalness. */
  | 'INSTRUMENTALNESS'
  /** By the pitch class of the tonic. */
  | 'KEY'
  /** By record label. */
  | 'LABEL'
  /** By liveness. */
  | 'LIVENESS'
  /** By integrated loudness. */
  | 'LOUDNESS'
  /** By loudness range. */
  | 'LOUDNESS_RANGE'
  /** By mode, minor before major. */
  | 'MODE'
  /** By the time of the last play on a music server. */
  | 'PLAYED_AT'
  /** By the number of plays on a music server. */
  | 'PLAY_COUNT'
  /** By nothing: at random, and equally for the same seed. */
  | 'RANDOM'
  /** By the rating on a music server. */
  | 'RATING'
  /** By the value of the mood relaxed. */
  | 'RELAXED'
  /** By the value of the mood sad. */
  | 'SAD'
  /** By the music server that has it. */
  | 'SERVER'
  /** By audio source. */
  | 'SOURCE'
  /** By speechiness. */
  | 'SPEECHINESS'
  /** By tempo. */
  | 'TEMPO'
  /** By beats per bar. */
  | 'TIME_SIGNATURE'
  /** By title, letter case and diacritics ignored. */
  | 'TRACK_NAME'
  /** By true peak. */
  | 'TRUE_PEAK'
  /** By tuning. */
  | 'TUNING'
  /** By valence. */
  | 'VALENCE'
  /** By the year of the release. */
  | 'YEAR';

/** Names one track, in exactly one of these ways. */
export type TrackRef =
  {   /** By its `id`, its track key, the id of its recording (`rec:…`), or an id of a catalogue (`isrc:`, `mbid:`, `acoustid:`, `deezer:`, `spotify:`), which means the first track with it, analysed ones before others. */
  readonly id: string | number; readonly key?: never; readonly names?: never; }
  |  { readonly id?: never;   /** By its track key. */
  readonly key: string; readonly names?: never; }
  |  { readonly id?: never; readonly key?: never;   /** By artist and title, from which the track key is computed. Letter case and surrounding white space make no difference; everything else does. */
  readonly names: TrackNames; };

export type AnalysesQueryVariables = Exact<{
  tracks: ReadonlyArray<TrackRef> | TrackRef;
  compute?: boolean | null | undefined;
}>;


export type AnalysesQuery = { readonly analyses: ReadonlyArray<
    | { readonly __typename: 'AnalysisFailed', readonly trackKey: string, readonly code: string }
    | { readonly __typename: 'AnalysisPending', readonly trackKey: string, readonly state: AnalysisState }
    | { readonly __typename: 'TrackAnalysis', readonly trackKey: string, readonly trackName: string, readonly tempo: number | null }
  > };

export type AnalysisUpdatedSubscriptionVariables = Exact<{
  tracks: ReadonlyArray<TrackRef> | TrackRef;
}>;


export type AnalysisUpdatedSubscription = { readonly analysisUpdated:
    | { readonly __typename: 'AnalysisFailed', readonly trackKey: string, readonly code: string, readonly message: string, readonly retryAfterSeconds: number, readonly isRetryable: boolean }
    | { readonly __typename: 'AnalysisPending', readonly trackKey: string, readonly state: AnalysisState, readonly position: number | null, readonly retryAfterSeconds: number }
    | { readonly __typename: 'TrackAnalysis', readonly trackKey: string, readonly artist: string, readonly trackName: string, readonly tempo: number | null, readonly keyString: string | null }
   };

export type AnalysisQueryVariables = Exact<{
  by: TrackRef;
  waitSeconds?: number | null | undefined;
}>;


export type AnalysisQuery = { readonly analysis:
    | { readonly __typename: 'AnalysisFailed', readonly trackKey: string, readonly code: string, readonly message: string, readonly retryAfterSeconds: number, readonly isRetryable: boolean }
    | { readonly __typename: 'AnalysisPending', readonly trackKey: string, readonly state: AnalysisState, readonly position: number | null, readonly retryAfterSeconds: number }
    | { readonly __typename: 'TrackAnalysis', readonly artist: string, readonly trackKey: string, readonly trackName: string, readonly durationMs: number, readonly tempo: number | null, readonly key: number | null, readonly keyString: string | null, readonly camelot: string | null, readonly openKey: string | null, readonly mode: number | null, readonly timeSignature: number | null, readonly energy: number | null, readonly liveness: number | null, readonly danceability: number | null, readonly instrumentalness: number | null, readonly speechiness: number | null, readonly acousticness: number | null, readonly valence: number | null, readonly arousal: number | null, readonly approachability: number | null, readonly engagement: number | null, readonly beats: ReadonlyArray<number>, readonly downbeats: ReadonlyArray<number>, readonly downbeatConfidence: number | null, readonly analysisVersion: number, readonly analyzedAt: string, readonly source: string, readonly mood: { readonly happy: number | null, readonly sad: number | null, readonly relaxed: number | null, readonly aggressive: number | null }, readonly details: ReadonlyArray<{ readonly field: string, readonly value: number | null, readonly confidence: number, readonly method: EstimateMethod }>, readonly tempoRivals: ReadonlyArray<{ readonly bpm: number, readonly confidence: number }> }
   };

export type CopyPlaylistMutationVariables = Exact<{
  id: string | number;
  name?: string | null | undefined;
}>;


export type CopyPlaylistMutation = { readonly copyPlaylist: { readonly id: string, readonly name: string, readonly revision: number } };

export type DeletePlaylistMutationVariables = Exact<{
  id: string | number;
}>;


export type DeletePlaylistMutation = { readonly deletePlaylist: string };

export type EditPlaylistMutationVariables = Exact<{
  id: string | number;
  revision: number;
  name?: string | null | undefined;
  isFrozen?: boolean | null | undefined;
  edits?: ReadonlyArray<PlaylistRowEdit> | PlaylistRowEdit | null | undefined;
}>;


export type EditPlaylistMutation = { readonly editPlaylist: { readonly id: string, readonly name: string, readonly kind: PlaylistKind, readonly revision: number, readonly trackCount: number | null, readonly durationMs: number | null } };

export type LibraryUpdatedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type LibraryUpdatedSubscription = { readonly libraryUpdated: { readonly tracks: number, readonly analysed: number, readonly waiting: number, readonly failed: number, readonly tracksPerHour: number | null, readonly secondsLeft: number | null, readonly scans: ReadonlyArray<{ readonly filesSeen: number, readonly filesLeft: number }> } };

export type LibraryQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type LibraryQuery = { readonly library: { readonly isAnalysing: boolean, readonly files: number, readonly tracks: number, readonly analysed: number, readonly outdated: number, readonly waiting: number, readonly failed: number, readonly tracksPerHour: number | null, readonly secondsLeft: number | null, readonly failureCounts: ReadonlyArray<{ readonly code: string, readonly count: number }>, readonly scans: ReadonlyArray<{ readonly path: string | null, readonly startedAt: string, readonly filesSeen: number, readonly filesLeft: number }>, readonly lastScan: { readonly startedAt: string, readonly endedAt: string, readonly result: ScanResult, readonly counts: { readonly added: number, readonly changed: number, readonly moved: number, readonly deleted: number, readonly unchanged: number, readonly failed: number, readonly unreachable: number } | null } | null, readonly lastCheck: { readonly endedAt: string, readonly checked: { readonly row: number, readonly audio: number, readonly playlist: number }, readonly damaged: { readonly row: number, readonly audio: number, readonly playlist: number }, readonly damage: ReadonlyArray<{ readonly kind: StoredKind, readonly name: string }> } | null, readonly folders: ReadonlyArray<{ readonly path: string | null, readonly fileCount: number, readonly isConfigured: boolean, readonly problem: string | null, readonly away: ReadonlyArray<{ readonly path: string | null, readonly reason: string, readonly fileCount: number }> }>, readonly failures: { readonly totalCount: number, readonly edges: ReadonlyArray<{ readonly cursor: string, readonly node: { readonly fileId: string, readonly trackKey: string, readonly code: string, readonly message: string, readonly path: string | null, readonly track: { readonly artist: string, readonly trackName: string } | null } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } };

export type MixPathQueryVariables = Exact<{
  start: TrackRef;
  end: TrackRef;
  length?: number | null | undefined;
}>;


export type MixPathQuery = { readonly mixPath: { readonly steps: ReadonlyArray<{ readonly progress: number, readonly track: { readonly trackKey: string, readonly trackName: string, readonly artist: string }, readonly transition: { readonly tempoChangePercent: number | null, readonly keyRelation: KeyRelation, readonly energyChange: number | null, readonly valenceChange: number | null, readonly arousalChange: number | null, readonly why: string } | null }>, readonly unmet: ReadonlyArray<{ readonly rule: MixRule, readonly asked: number, readonly found: number | null, readonly why: string }> } };

export type MoodsQueryVariables = Exact<{
  threshold?: number | null | undefined;
  first?: number | null | undefined;
}>;


export type MoodsQuery = { readonly moods: ReadonlyArray<{ readonly mood: MoodName, readonly count: number, readonly strongest: ReadonlyArray<{ readonly value: number, readonly track: { readonly trackKey: string, readonly recordingId: string | null, readonly trackName: string, readonly artist: string, readonly thumbnailUrl: string } | null }> }> };

export type NodesQueryVariables = Exact<{
  ids: ReadonlyArray<string | number> | string | number;
}>;


export type NodesQuery = { readonly nodes: ReadonlyArray<
    | { readonly __typename: 'Playlist', readonly name: string, readonly id: string }
    | { readonly __typename: 'Track', readonly trackName: string, readonly artist: string, readonly id: string }
    | { readonly __typename: 'TrackAnalysis', readonly tempo: number | null, readonly keyString: string | null, readonly id: string }
   | null> };

export type PlaylistRowsQueryVariables = Exact<{
  id: string | number;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type PlaylistRowsQuery = { readonly playlist: { readonly id: string, readonly name: string, readonly kind: PlaylistKind, readonly revision: number, readonly rows: { readonly totalCount: number, readonly edges: ReadonlyArray<{ readonly cursor: string, readonly node: { readonly position: number, readonly row: number | null, readonly note: string, readonly isMissing: boolean, readonly addedAs: { readonly artist: string, readonly trackName: string } | null, readonly track: { readonly trackKey: string, readonly artist: string, readonly trackName: string } | null } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } };

export type PlaylistQueryVariables = Exact<{
  id: string | number;
  first?: number | null | undefined;
}>;


export type PlaylistQuery = { readonly playlist: { readonly id: string, readonly name: string, readonly length: number, readonly seeds: ReadonlyArray<string>, readonly exclude: ReadonlyArray<string>, readonly filter: { readonly tempo: { readonly gte: number | null, readonly lte: number | null } | null }, readonly orderBy: { readonly field: TrackOrderField, readonly direction: OrderDirection } | null, readonly tracks: ReadonlyArray<{ readonly trackKey: string, readonly artist: string, readonly trackName: string }> } };

export type PlaylistsQueryVariables = Exact<{ [key: string]: never; }>;


export type PlaylistsQuery = { readonly playlists: ReadonlyArray<{ readonly id: string, readonly name: string, readonly length: number, readonly spreadArtists: boolean | null, readonly isWritten: boolean, readonly changedAt: string }> };

export type RequestAnalysisMutationVariables = Exact<{
  tracks: ReadonlyArray<TrackRef> | TrackRef;
}>;


export type RequestAnalysisMutation = { readonly requestAnalysis: ReadonlyArray<
    | { readonly __typename: 'AnalysisFailed', readonly trackKey: string, readonly code: string, readonly message: string, readonly retryAfterSeconds: number, readonly isRetryable: boolean }
    | { readonly __typename: 'AnalysisPending', readonly trackKey: string, readonly state: AnalysisState, readonly position: number | null, readonly retryAfterSeconds: number }
    | { readonly __typename: 'TrackAnalysis', readonly trackKey: string, readonly tempo: number | null, readonly keyString: string | null }
  > };

export type RetryAnalysesMutationVariables = Exact<{
  by?: TrackRef | null | undefined;
}>;


export type RetryAnalysesMutation = { readonly retryAnalyses: number };

export type SavePlaylistMutationVariables = Exact<{
  input: SavePlaylistInput;
}>;


export type SavePlaylistMutation = { readonly savePlaylist: { readonly id: string, readonly name: string, readonly changedAt: string, readonly tracks: ReadonlyArray<{ readonly trackKey: string, readonly artist: string, readonly trackName: string }> } };

export type SearchPagesQueryVariables = Exact<{
  track: string;
  artist?: string | null | undefined;
  limit?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type SearchPagesQuery = { readonly search: { readonly unavailableProviders: ReadonlyArray<string>, readonly results: ReadonlyArray<{ readonly trackKey: string, readonly trackName: string, readonly artist: string, readonly matchScore: number }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type SearchWithAnalysesQueryVariables = Exact<{
  track: string;
  artist?: string | null | undefined;
  limit?: number | null | undefined;
  compute?: boolean | null | undefined;
}>;


export type SearchWithAnalysesQuery = { readonly search: { readonly unavailableProviders: ReadonlyArray<string>, readonly results: ReadonlyArray<{ readonly trackName: string, readonly artist: string, readonly trackKey: string, readonly matchScore: number, readonly analysis:
        | { readonly __typename: 'AnalysisFailed', readonly code: string, readonly message: string }
        | { readonly __typename: 'AnalysisPending', readonly state: AnalysisState, readonly retryAfterSeconds: number }
        | { readonly __typename: 'TrackAnalysis', readonly trackKey: string, readonly tempo: number | null, readonly keyString: string | null, readonly timeSignature: number | null, readonly energy: number | null }
       }> } };

export type SearchQueryVariables = Exact<{
  track: string;
  artist?: string | null | undefined;
  limit?: number | null | undefined;
}>;


export type SearchQuery = { readonly search: { readonly unavailableProviders: ReadonlyArray<string>, readonly results: ReadonlyArray<{ readonly trackName: string, readonly artist: string, readonly thumbnailUrl: string, readonly trackKey: string, readonly matchScore: number }> } };

export type SimilarTracksQueryVariables = Exact<{
  trackKey: string;
  first?: number | null | undefined;
  weights?: SimilarityWeights | null | undefined;
}>;


export type SimilarTracksQuery = { readonly track: { readonly trackKey: string, readonly trackName: string, readonly similar: ReadonlyArray<{ readonly similarity: number, readonly track: { readonly trackKey: string, readonly trackName: string, readonly artist: string }, readonly reasons: ReadonlyArray<{ readonly field: string, readonly value: number, readonly otherValue: number, readonly closeness: number }> }> } | null };

export type TimelineQueryVariables = Exact<{
  trackKey: string;
}>;


export type TimelineQuery = { readonly analysis:
    | { readonly __typename: 'AnalysisFailed', readonly trackKey: string, readonly code: string, readonly message: string }
    | { readonly __typename: 'AnalysisPending', readonly trackKey: string, readonly state: AnalysisState, readonly retryAfterSeconds: number }
    | { readonly __typename: 'TrackAnalysis', readonly trackKey: string, readonly trackName: string, readonly durationMs: number, readonly timeline: { readonly coveredSeconds: number, readonly beats: ReadonlyArray<number>, readonly downbeats: ReadonlyArray<number>, readonly downbeatConfidence: number | null, readonly tempoStability: number | null, readonly sections: ReadonlyArray<{ readonly startSeconds: number, readonly durationSeconds: number, readonly label: string, readonly confidence: number, readonly loudness: number | null, readonly energy: number | null, readonly tempo: number | null, readonly tempoConfidence: number, readonly key: number | null, readonly keyConfidence: number, readonly mode: number | null, readonly modeConfidence: number, readonly keyString: string | null, readonly timeSignature: number | null, readonly timeSignatureConfidence: number }>, readonly loudnessCurve: { readonly hopSeconds: number, readonly values: ReadonlyArray<number | null> }, readonly energyCurve: { readonly hopSeconds: number, readonly values: ReadonlyArray<number | null> }, readonly tempoCurve: { readonly hopSeconds: number, readonly values: ReadonlyArray<number | null> }, readonly localKeys: ReadonlyArray<{ readonly startSeconds: number, readonly durationSeconds: number, readonly key: number, readonly mode: number, readonly keyString: string, readonly camelot: string, readonly openKey: string, readonly confidence: number }>, readonly keyChanges: ReadonlyArray<{ readonly timeSeconds: number, readonly confidence: number, readonly from: { readonly key: number, readonly mode: number, readonly keyString: string, readonly camelot: string, readonly openKey: string }, readonly to: { readonly key: number, readonly mode: number, readonly keyString: string, readonly camelot: string, readonly openKey: string } }>, readonly cuePoints: ReadonlyArray<{ readonly kind: CueKind, readonly startSeconds: number, readonly confidence: number }> } }
   };

export type TrackColumnsQueryVariables = Exact<{
  fields: ReadonlyArray<TrackColumnField> | TrackColumnField;
  filter?: TrackFilter | null | undefined;
}>;


export type TrackColumnsQuery = { readonly trackColumns: { readonly count: number, readonly totalCount: number, readonly trackKeys: string, readonly columns: ReadonlyArray<{ readonly field: TrackColumnField, readonly values: string }> } };

export type TrackKeyQueryVariables = Exact<{
  artist: string;
  track: string;
}>;


export type TrackKeyQuery = { readonly trackKey: string };

export type TrackQueryVariables = Exact<{
  trackKey: string;
}>;


export type TrackQuery = { readonly track: { readonly trackKey: string, readonly recordingId: string | null, readonly trackName: string, readonly artist: string, readonly artists: ReadonlyArray<string>, readonly album: string | null, readonly albumArtist: string | null, readonly label: string | null, readonly trackNumber: number | null, readonly discNumber: number | null, readonly composer: string | null, readonly work: string | null, readonly movement: string | null, readonly movementNumber: number | null, readonly durationMs: number | null, readonly isrc: string | null, readonly musicbrainzId: string | null, readonly thumbnailUrl: string, readonly providers: ReadonlyArray<string>, readonly analysis:
      | { readonly __typename: 'AnalysisFailed' }
      | { readonly __typename: 'AnalysisPending' }
      | { readonly __typename: 'TrackAnalysis' }
     } | null };

export type TracksByTempoQueryVariables = Exact<{
  from?: number | null | undefined;
  to?: number | null | undefined;
  key?: number | null | undefined;
  mode?: number | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type TracksByTempoQuery = { readonly tracks: { readonly totalCount: number, readonly edges: ReadonlyArray<{ readonly cursor: string, readonly node: { readonly trackKey: string, readonly trackName: string, readonly artist: string, readonly analysis:
          | { readonly trackKey: string, readonly tempo: number | null, readonly keyString: string | null }
          | Record<PropertyKey, never>
         } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type TracksNotAnalysedQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type TracksNotAnalysedQuery = { readonly tracks: { readonly totalCount: number, readonly edges: ReadonlyArray<{ readonly cursor: string, readonly node: { readonly trackKey: string, readonly artist: string, readonly trackName: string, readonly analysis:
          | { readonly code: string, readonly message: string }
          | { readonly state: AnalysisState }
          | Record<PropertyKey, never>
         } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type TracksThatMixQueryVariables = Exact<{
  key: string;
  from?: number | null | undefined;
  to?: number | null | undefined;
  sure?: number | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type TracksThatMixQuery = { readonly tracks: { readonly totalCount: number, readonly edges: ReadonlyArray<{ readonly node: { readonly trackKey: string, readonly trackName: string, readonly artist: string, readonly analysis:
          | { readonly trackKey: string, readonly tempo: number | null, readonly camelot: string | null, readonly energy: number | null }
          | Record<PropertyKey, never>
         } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type TracksQueryVariables = Exact<{
  filter?: TrackFilter | null | undefined;
  orderBy?: TrackOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type TracksQuery = { readonly tracks: { readonly edges: ReadonlyArray<{ readonly cursor: string, readonly node: { readonly trackKey: string, readonly recordingId: string | null, readonly trackName: string, readonly artist: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } };

export type UndoPlaylistMutationVariables = Exact<{
  id: string | number;
  revision?: number | null | undefined;
}>;


export type UndoPlaylistMutation = { readonly undoPlaylist: { readonly id: string, readonly name: string, readonly revision: number, readonly isUndoable: boolean } };


export const AnalysesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Analyses"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tracks"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TrackRef"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"compute"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}},"defaultValue":{"kind":"BooleanValue","value":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"analyses"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"tracks"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tracks"}}},{"kind":"Argument","name":{"kind":"Name","value":"compute"},"value":{"kind":"Variable","name":{"kind":"Name","value":"compute"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TrackAnalysis"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackKey"}},{"kind":"Field","name":{"kind":"Name","value":"trackName"}},{"kind":"Field","name":{"kind":"Name","value":"tempo"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AnalysisPending"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackKey"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AnalysisFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackKey"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}}]}}]} as unknown as DocumentNode<AnalysesQuery, AnalysesQueryVariables>;
export const AnalysisUpdatedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"AnalysisUpdated"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tracks"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TrackRef"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"analysisUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"tracks"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tracks"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TrackAnalysis"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackKey"}},{"kind":"Field","name":{"kind":"Name","value":"artist"}},{"kind":"Field","name":{"kind":"Name","value":"trackName"}},{"kind":"Field","name":{"kind":"Name","value":"tempo"}},{"kind":"Field","name":{"kind":"Name","value":"keyString"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AnalysisPending"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackKey"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"position"}},{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AnalysisFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackKey"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"isRetryable"}}]}}]}}]}}]} as unknown as DocumentNode<AnalysisUpdatedSubscription, AnalysisUpdatedSubscriptionVariables>;
export const AnalysisDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Analysis"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"by"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TrackRef"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"waitSeconds"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Float"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"analysis"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"Variable","name":{"kind":"Name","value":"by"}}},{"kind":"Argument","name":{"kind":"Name","value":"waitSeconds"},"value":{"kind":"Variable","name":{"kind":"Name","value":"waitSeconds"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TrackAnalysis"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"artist"}},{"kind":"Field","name":{"kind":"Name","value":"trackKey"}},{"kind":"Field","name":{"kind":"Name","value":"trackName"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"tempo"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"keyString"}},{"kind":"Field","name":{"kind":"Name","value":"camelot"}},{"kind":"Field","name":{"kind":"Name","value":"openKey"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"timeSignature"}},{"kind":"Field","name":{"kind":"Name","value":"energy"}},{"kind":"Field","name":{"kind":"Name","value":"liveness"}},{"kind":"Field","name":{"kind":"Name","value":"danceability"}},{"kind":"Field","name":{"kind":"Name","value":"instrumentalness"}},{"kind":"Field","name":{"kind":"Name","value":"speechiness"}},{"kind":"Field","name":{"kind":"Name","value":"acousticness"}},{"kind":"Field","name":{"kind":"Name","value":"valence"}},{"kind":"Field","name":{"kind":"Name","value":"arousal"}},{"kind":"Field","name":{"kind":"Name","value":"approachability"}},{"kind":"Field","name":{"kind":"Name","value":"engagement"}},{"kind":"Field","name":{"kind":"Name","value":"mood"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"happy"}},{"kind":"Field","name":{"kind":"Name","value":"sad"}},{"kind":"Field","name":{"kind":"Name","value":"relaxed"}},{"kind":"Field","name":{"kind":"Name","value":"aggressive"}}]}},{"kind":"Field","name":{"kind":"Name","value":"details"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"confidence"}},{"kind":"Field","name":{"kind":"Name","value":"method"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tempoRivals"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bpm"}},{"kind":"Field","name":{"kind":"Name","value":"confidence"}}]}},{"kind":"Field","name":{"kind":"Name","value":"beats"}},{"kind":"Field","name":{"kind":"Name","value":"downbeats"}},{"kind":"Field","name":{"kind":"Name","value":"downbeatConfidence"}},{"kind":"Field","name":{"kind":"Name","value":"analysisVersion"}},{"kind":"Field","name":{"kind":"Name","value":"analyzedAt"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AnalysisPending"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackKey"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"position"}},{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AnalysisFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackKey"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"isRetryable"}}]}}]}}]}}]} as unknown as DocumentNode<AnalysisQuery, AnalysisQueryVariables>;
export const CopyPlaylistDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CopyPlaylist"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"copyPlaylist"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]} as unknown as DocumentNode<CopyPlaylistMutation, CopyPlaylistMutationVariables>;
export const DeletePlaylistDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeletePlaylist"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deletePlaylist"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<DeletePlaylistMutation, DeletePlaylistMutationVariables>;
export const EditPlaylistDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"EditPlaylist"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"revision"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"isFrozen"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"edits"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PlaylistRowEdit"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"editPlaylist"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"revision"},"value":{"kind":"Variable","name":{"kind":"Name","value":"revision"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"isFrozen"},"value":{"kind":"Variable","name":{"kind":"Name","value":"isFrozen"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"edits"},"value":{"kind":"Variable","name":{"kind":"Name","value":"edits"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"trackCount"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}}]}}]}}]} as unknown as DocumentNode<EditPlaylistMutation, EditPlaylistMutationVariables>;
export const LibraryUpdatedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"LibraryUpdated"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"libraryUpdated"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tracks"}},{"kind":"Field","name":{"kind":"Name","value":"analysed"}},{"kind":"Field","name":{"kind":"Name","value":"waiting"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"tracksPerHour"}},{"kind":"Field","name":{"kind":"Name","value":"secondsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"scans"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"filesSeen"}},{"kind":"Field","name":{"kind":"Name","value":"filesLeft"}}]}}]}}]}}]} as unknown as DocumentNode<LibraryUpdatedSubscription, LibraryUpdatedSubscriptionVariables>;
export const LibraryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Library"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"library"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isAnalysing"}},{"kind":"Field","name":{"kind":"Name","value":"files"}},{"kind":"Field","name":{"kind":"Name","value":"tracks"}},{"kind":"Field","name":{"kind":"Name","value":"analysed"}},{"kind":"Field","name":{"kind":"Name","value":"outdated"}},{"kind":"Field","name":{"kind":"Name","value":"waiting"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"failureCounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tracksPerHour"}},{"kind":"Field","name":{"kind":"Name","value":"secondsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"scans"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"filesSeen"}},{"kind":"Field","name":{"kind":"Name","value":"filesLeft"}}]}},{"kind":"Field","name":{"kind":"Name","value":"lastScan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"endedAt"}},{"kind":"Field","name":{"kind":"Name","value":"result"}},{"kind":"Field","name":{"kind":"Name","value":"counts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"added"}},{"kind":"Field","name":{"kind":"Name","value":"changed"}},{"kind":"Field","name":{"kind":"Name","value":"moved"}},{"kind":"Field","name":{"kind":"Name","value":"deleted"}},{"kind":"Field","name":{"kind":"Name","value":"unchanged"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"unreachable"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"lastCheck"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endedAt"}},{"kind":"Field","name":{"kind":"Name","value":"checked"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"row"}},{"kind":"Field","name":{"kind":"Name","value":"audio"}},{"kind":"Field","name":{"kind":"Name","value":"playlist"}}]}},{"kind":"Field","name":{"kind":"Name","value":"damaged"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"row"}},{"kind":"Field","name":{"kind":"Name","value":"audio"}},{"kind":"Field","name":{"kind":"Name","value":"playlist"}}]}},{"kind":"Field","name":{"kind":"Name","value":"damage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"folders"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"fileCount"}},{"kind":"Field","name":{"kind":"Name","value":"isConfigured"}},{"kind":"Field","name":{"kind":"Name","value":"problem"}},{"kind":"Field","name":{"kind":"Name","value":"away"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"fileCount"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"failures"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fileId"}},{"kind":"Field","name":{"kind":"Name","value":"trackKey"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"track"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"artist"}},{"kind":"Field","name":{"kind":"Name","value":"trackName"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]}}]} as unknown as DocumentNode<LibraryQuery, LibraryQueryVariables>;
export const MixPathDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MixPath"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"start"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TrackRef"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"end"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TrackRef"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"length"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"10"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mixPath"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"start"},"value":{"kind":"Variable","name":{"kind":"Name","value":"start"}}},{"kind":"Argument","name":{"kind":"Name","value":"end"},"value":{"kind":"Variable","name":{"kind":"Name","value":"end"}}},{"kind":"Argument","name":{"kind":"Name","value":"length"},"value":{"kind":"Variable","name":{"kind":"Name","value":"length"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"steps"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"progress"}},{"kind":"Field","name":{"kind":"Name","value":"track"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackKey"}},{"kind":"Field","name":{"kind":"Name","value":"trackName"}},{"kind":"Field","name":{"kind":"Name","value":"artist"}}]}},{"kind":"Field","name":{"kind":"Name","value":"transition"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tempoChangePercent"}},{"kind":"Field","name":{"kind":"Name","value":"keyRelation"}},{"kind":"Field","name":{"kind":"Name","value":"energyChange"}},{"kind":"Field","name":{"kind":"Name","value":"valenceChange"}},{"kind":"Field","name":{"kind":"Name","value":"arousalChange"}},{"kind":"Field","name":{"kind":"Name","value":"why"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"unmet"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rule"}},{"kind":"Field","name":{"kind":"Name","value":"asked"}},{"kind":"Field","name":{"kind":"Name","value":"found"}},{"kind":"Field","name":{"kind":"Name","value":"why"}}]}}]}}]}}]} as unknown as DocumentNode<MixPathQuery, MixPathQueryVariables>;
export const MoodsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Moods"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"threshold"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Float"}},"defaultValue":{"kind":"FloatValue","value":"0.5"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"moods"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"threshold"},"value":{"kind":"Variable","name":{"kind":"Name","value":"threshold"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mood"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"strongest"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"track"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackKey"}},{"kind":"Field","name":{"kind":"Name","value":"recordingId"}},{"kind":"Field","name":{"kind":"Name","value":"trackName"}},{"kind":"Field","name":{"kind":"Name","value":"artist"}},{"kind":"Field","name":{"kind":"Name","value":"thumbnailUrl"}}]}}]}}]}}]}}]} as unknown as DocumentNode<MoodsQuery, MoodsQueryVariables>;
export const NodesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Nodes"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Track"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackName"}},{"kind":"Field","name":{"kind":"Name","value":"artist"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TrackAnalysis"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tempo"}},{"kind":"Field","name":{"kind":"Name","value":"keyString"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Playlist"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]} as unknown as DocumentNode<NodesQuery, NodesQueryVariables>;
export const PlaylistRowsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PlaylistRows"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"10"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"playlist"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"rows"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"position"}},{"kind":"Field","name":{"kind":"Name","value":"row"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"isMissing"}},{"kind":"Field","name":{"kind":"Name","value":"addedAs"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"artist"}},{"kind":"Field","name":{"kind":"Name","value":"trackName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"track"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackKey"}},{"kind":"Field","name":{"kind":"Name","value":"artist"}},{"kind":"Field","name":{"kind":"Name","value":"trackName"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]}}]} as unknown as DocumentNode<PlaylistRowsQuery, PlaylistRowsQueryVariables>;
export const PlaylistDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Playlist"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"10"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"playlist"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"filter"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tempo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"gte"}},{"kind":"Field","name":{"kind":"Name","value":"lte"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"orderBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"direction"}}]}},{"kind":"Field","name":{"kind":"Name","value":"length"}},{"kind":"Field","name":{"kind":"Name","value":"seeds"}},{"kind":"Field","name":{"kind":"Name","value":"exclude"}},{"kind":"Field","name":{"kind":"Name","value":"tracks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackKey"}},{"kind":"Field","name":{"kind":"Name","value":"artist"}},{"kind":"Field","name":{"kind":"Name","value":"trackName"}}]}}]}}]}}]} as unknown as DocumentNode<PlaylistQuery, PlaylistQueryVariables>;
export const PlaylistsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Playlists"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"playlists"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"length"}},{"kind":"Field","name":{"kind":"Name","value":"spreadArtists"}},{"kind":"Field","name":{"kind":"Name","value":"isWritten"}},{"kind":"Field","name":{"kind":"Name","value":"changedAt"}}]}}]}}]} as unknown as DocumentNode<PlaylistsQuery, PlaylistsQueryVariables>;
export const RequestAnalysisDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RequestAnalysis"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tracks"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TrackRef"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestAnalysis"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"tracks"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tracks"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TrackAnalysis"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackKey"}},{"kind":"Field","name":{"kind":"Name","value":"tempo"}},{"kind":"Field","name":{"kind":"Name","value":"keyString"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AnalysisPending"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackKey"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"position"}},{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AnalysisFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackKey"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"isRetryable"}}]}}]}}]}}]} as unknown as DocumentNode<RequestAnalysisMutation, RequestAnalysisMutationVariables>;
export const RetryAnalysesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RetryAnalyses"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"by"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TrackRef"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAnalyses"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"Variable","name":{"kind":"Name","value":"by"}}}]}]}}]} as unknown as DocumentNode<RetryAnalysesMutation, RetryAnalysesMutationVariables>;
export const SavePlaylistDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SavePlaylist"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SavePlaylistInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"savePlaylist"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"changedAt"}},{"kind":"Field","name":{"kind":"Name","value":"tracks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackKey"}},{"kind":"Field","name":{"kind":"Name","value":"artist"}},{"kind":"Field","name":{"kind":"Name","value":"trackName"}}]}}]}}]}}]} as unknown as DocumentNode<SavePlaylistMutation, SavePlaylistMutationVariables>;
export const SearchPagesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SearchPages"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"track"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"artist"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"50"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"search"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"track"},"value":{"kind":"Variable","name":{"kind":"Name","value":"track"}}},{"kind":"Argument","name":{"kind":"Name","value":"artist"},"value":{"kind":"Variable","name":{"kind":"Name","value":"artist"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackKey"}},{"kind":"Field","name":{"kind":"Name","value":"trackName"}},{"kind":"Field","name":{"kind":"Name","value":"artist"}},{"kind":"Field","name":{"kind":"Name","value":"matchScore"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"unavailableProviders"}}]}}]}}]} as unknown as DocumentNode<SearchPagesQuery, SearchPagesQueryVariables>;
export const SearchWithAnalysesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SearchWithAnalyses"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"track"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"artist"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"30"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"compute"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}},"defaultValue":{"kind":"BooleanValue","value":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"search"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"track"},"value":{"kind":"Variable","name":{"kind":"Name","value":"track"}}},{"kind":"Argument","name":{"kind":"Name","value":"artist"},"value":{"kind":"Variable","name":{"kind":"Name","value":"artist"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackName"}},{"kind":"Field","name":{"kind":"Name","value":"artist"}},{"kind":"Field","name":{"kind":"Name","value":"trackKey"}},{"kind":"Field","name":{"kind":"Name","value":"matchScore"}},{"kind":"Field","name":{"kind":"Name","value":"analysis"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"compute"},"value":{"kind":"Variable","name":{"kind":"Name","value":"compute"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TrackAnalysis"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackKey"}},{"kind":"Field","name":{"kind":"Name","value":"tempo"}},{"kind":"Field","name":{"kind":"Name","value":"keyString"}},{"kind":"Field","name":{"kind":"Name","value":"timeSignature"}},{"kind":"Field","name":{"kind":"Name","value":"energy"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AnalysisPending"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AnalysisFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"unavailableProviders"}}]}}]}}]} as unknown as DocumentNode<SearchWithAnalysesQuery, SearchWithAnalysesQueryVariables>;
export const SearchDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Search"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"track"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"artist"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"30"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"search"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"track"},"value":{"kind":"Variable","name":{"kind":"Name","value":"track"}}},{"kind":"Argument","name":{"kind":"Name","value":"artist"},"value":{"kind":"Variable","name":{"kind":"Name","value":"artist"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackName"}},{"kind":"Field","name":{"kind":"Name","value":"artist"}},{"kind":"Field","name":{"kind":"Name","value":"thumbnailUrl"}},{"kind":"Field","name":{"kind":"Name","value":"trackKey"}},{"kind":"Field","name":{"kind":"Name","value":"matchScore"}}]}},{"kind":"Field","name":{"kind":"Name","value":"unavailableProviders"}}]}}]}}]} as unknown as DocumentNode<SearchQuery, SearchQueryVariables>;
export const SimilarTracksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SimilarTracks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"trackKey"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TrackKey"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"10"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"weights"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"SimilarityWeights"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"track"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"trackKey"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackKey"}},{"kind":"Field","name":{"kind":"Name","value":"trackName"}},{"kind":"Field","name":{"kind":"Name","value":"similar"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"weights"},"value":{"kind":"Variable","name":{"kind":"Name","value":"weights"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"similarity"}},{"kind":"Field","name":{"kind":"Name","value":"track"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackKey"}},{"kind":"Field","name":{"kind":"Name","value":"trackName"}},{"kind":"Field","name":{"kind":"Name","value":"artist"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reasons"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"otherValue"}},{"kind":"Field","name":{"kind":"Name","value":"closeness"}}]}}]}}]}}]}}]} as unknown as DocumentNode<SimilarTracksQuery, SimilarTracksQueryVariables>;
export const TimelineDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Timeline"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"trackKey"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TrackKey"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"analysis"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"trackKey"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TrackAnalysis"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackKey"}},{"kind":"Field","name":{"kind":"Name","value":"trackName"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"timeline"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"coveredSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"beats"}},{"kind":"Field","name":{"kind":"Name","value":"downbeats"}},{"kind":"Field","name":{"kind":"Name","value":"downbeatConfidence"}},{"kind":"Field","name":{"kind":"Name","value":"sections"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"durationSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"confidence"}},{"kind":"Field","name":{"kind":"Name","value":"loudness"}},{"kind":"Field","name":{"kind":"Name","value":"energy"}},{"kind":"Field","name":{"kind":"Name","value":"tempo"}},{"kind":"Field","name":{"kind":"Name","value":"tempoConfidence"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"keyConfidence"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"modeConfidence"}},{"kind":"Field","name":{"kind":"Name","value":"keyString"}},{"kind":"Field","name":{"kind":"Name","value":"timeSignature"}},{"kind":"Field","name":{"kind":"Name","value":"timeSignatureConfidence"}}]}},{"kind":"Field","name":{"kind":"Name","value":"loudnessCurve"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hopSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"values"}}]}},{"kind":"Field","name":{"kind":"Name","value":"energyCurve"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hopSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"values"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tempoCurve"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hopSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"values"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tempoStability"}},{"kind":"Field","name":{"kind":"Name","value":"localKeys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"durationSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"keyString"}},{"kind":"Field","name":{"kind":"Name","value":"camelot"}},{"kind":"Field","name":{"kind":"Name","value":"openKey"}},{"kind":"Field","name":{"kind":"Name","value":"confidence"}}]}},{"kind":"Field","name":{"kind":"Name","value":"keyChanges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"timeSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"from"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"keyString"}},{"kind":"Field","name":{"kind":"Name","value":"camelot"}},{"kind":"Field","name":{"kind":"Name","value":"openKey"}}]}},{"kind":"Field","name":{"kind":"Name","value":"to"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"keyString"}},{"kind":"Field","name":{"kind":"Name","value":"camelot"}},{"kind":"Field","name":{"kind":"Name","value":"openKey"}}]}},{"kind":"Field","name":{"kind":"Name","value":"confidence"}}]}},{"kind":"Field","name":{"kind":"Name","value":"cuePoints"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"startSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"confidence"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AnalysisPending"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackKey"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AnalysisFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackKey"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<TimelineQuery, TimelineQueryVariables>;
export const TrackColumnsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TrackColumns"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"fields"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TrackColumnField"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TrackFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackColumns"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"fields"},"value":{"kind":"Variable","name":{"kind":"Name","value":"fields"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"trackKeys"}},{"kind":"Field","name":{"kind":"Name","value":"columns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"values"}}]}}]}}]}}]} as unknown as DocumentNode<TrackColumnsQuery, TrackColumnsQueryVariables>;
export const TrackKeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TrackKey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"artist"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"track"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackKey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"artist"},"value":{"kind":"Variable","name":{"kind":"Name","value":"artist"}}},{"kind":"Argument","name":{"kind":"Name","value":"track"},"value":{"kind":"Variable","name":{"kind":"Name","value":"track"}}}]}]}}]} as unknown as DocumentNode<TrackKeyQuery, TrackKeyQueryVariables>;
export const TrackDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Track"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"trackKey"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TrackKey"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"track"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"trackKey"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackKey"}},{"kind":"Field","name":{"kind":"Name","value":"recordingId"}},{"kind":"Field","name":{"kind":"Name","value":"trackName"}},{"kind":"Field","name":{"kind":"Name","value":"artist"}},{"kind":"Field","name":{"kind":"Name","value":"artists"}},{"kind":"Field","name":{"kind":"Name","value":"album"}},{"kind":"Field","name":{"kind":"Name","value":"albumArtist"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"trackNumber"}},{"kind":"Field","name":{"kind":"Name","value":"discNumber"}},{"kind":"Field","name":{"kind":"Name","value":"composer"}},{"kind":"Field","name":{"kind":"Name","value":"work"}},{"kind":"Field","name":{"kind":"Name","value":"movement"}},{"kind":"Field","name":{"kind":"Name","value":"movementNumber"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"isrc"}},{"kind":"Field","name":{"kind":"Name","value":"musicbrainzId"}},{"kind":"Field","name":{"kind":"Name","value":"thumbnailUrl"}},{"kind":"Field","name":{"kind":"Name","value":"providers"}},{"kind":"Field","name":{"kind":"Name","value":"analysis"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}]}}]}}]} as unknown as DocumentNode<TrackQuery, TrackQueryVariables>;
export const TracksByTempoDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TracksByTempo"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Float"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Float"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"key"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"mode"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tracks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"tempo"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"gte"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"lte"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}}]}},{"kind":"ObjectField","name":{"kind":"Name","value":"key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"key"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"mode"},"value":{"kind":"Variable","name":{"kind":"Name","value":"mode"}}}]}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"TEMPO"}},{"kind":"ObjectField","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"ASC"}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackKey"}},{"kind":"Field","name":{"kind":"Name","value":"trackName"}},{"kind":"Field","name":{"kind":"Name","value":"artist"}},{"kind":"Field","name":{"kind":"Name","value":"analysis"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TrackAnalysis"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackKey"}},{"kind":"Field","name":{"kind":"Name","value":"tempo"}},{"kind":"Field","name":{"kind":"Name","value":"keyString"}}]}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<TracksByTempoQuery, TracksByTempoQueryVariables>;
export const TracksNotAnalysedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TracksNotAnalysed"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tracks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"analysed"},"value":{"kind":"BooleanValue","value":false}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackKey"}},{"kind":"Field","name":{"kind":"Name","value":"artist"}},{"kind":"Field","name":{"kind":"Name","value":"trackName"}},{"kind":"Field","name":{"kind":"Name","value":"analysis"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AnalysisPending"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AnalysisFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<TracksNotAnalysedQuery, TracksNotAnalysedQueryVariables>;
export const TracksThatMixDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TracksThatMix"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"key"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Float"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Float"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sure"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Float"}},"defaultValue":{"kind":"FloatValue","value":"0.5"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tracks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"camelotCompatibleWith"},"value":{"kind":"Variable","name":{"kind":"Name","value":"key"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"tempo"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"gte"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"lte"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}}]}},{"kind":"ObjectField","name":{"kind":"Name","value":"confidence"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"key"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"gte"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sure"}}}]}},{"kind":"ObjectField","name":{"kind":"Name","value":"tempo"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"gte"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sure"}}}]}}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"ENERGY"}},{"kind":"ObjectField","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"DESC"}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackKey"}},{"kind":"Field","name":{"kind":"Name","value":"trackName"}},{"kind":"Field","name":{"kind":"Name","value":"artist"}},{"kind":"Field","name":{"kind":"Name","value":"analysis"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TrackAnalysis"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackKey"}},{"kind":"Field","name":{"kind":"Name","value":"tempo"}},{"kind":"Field","name":{"kind":"Name","value":"camelot"}},{"kind":"Field","name":{"kind":"Name","value":"energy"}}]}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<TracksThatMixQuery, TracksThatMixQueryVariables>;
export const TracksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Tracks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TrackFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TrackOrder"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"last"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"before"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tracks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"Variable","name":{"kind":"Name","value":"last"}}},{"kind":"Argument","name":{"kind":"Name","value":"before"},"value":{"kind":"Variable","name":{"kind":"Name","value":"before"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackKey"}},{"kind":"Field","name":{"kind":"Name","value":"recordingId"}},{"kind":"Field","name":{"kind":"Name","value":"trackName"}},{"kind":"Field","name":{"kind":"Name","value":"artist"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<TracksQuery, TracksQueryVariables>;
export const UndoPlaylistDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UndoPlaylist"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"revision"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"undoPlaylist"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"revision"},"value":{"kind":"Variable","name":{"kind":"Name","value":"revision"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"isUndoable"}}]}}]}}]} as unknown as DocumentNode<UndoPlaylistMutation, UndoPlaylistMutationVariables>;