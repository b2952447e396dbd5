/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
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

/** What a user states of one field of a recording, or takes back. */
export type CorrectionInput = {
  /** A value of TrackAnalysis or Mood ("tempo", "key", "timeSignature", "valence", "happy"), "firstBeat" (a time at which a bar begins, seconds), "artist" or "trackName". */
  readonly field: string;
  /** A number; of a tempo also "double" or "half" of the measured one; a key as "A minor" or "8A"; "none" where the music has no tempo, key or metre. Null takes back what was stated. */
  readonly value?: string | null | undefined;
};

/** Why files are duplicates. */
export type DuplicateKind =
  /** They hold one recording: the same encoded audio. */
  | 'COPIES'
  /** They hold recordings of one performance, as their sound shows. */
  | 'SAME_PERFORMANCE';

/** An order of groups of duplicates. */
export type DuplicateOrder =
  /** Those that would free the most bytes first. */
  | 'BYTES'
  /** By artist and title of the recording that would be kept. */
  | 'NAME';

/** A change of parts of a playlist; what is absent stays. All of it becomes one revision, or nothing does. */
export type EditPlaylistInput = {
  /** Edits of its rows, one after the other, after it was frozen: at most 100, which name at most 2 000 tracks and rows. */
  readonly edits?: ReadonlyArray<PlaylistRowEdit> | null | undefined;
  /** Identifies the playlist. */
  readonly id: string | number;
  /** True keeps the tracks that the recipe finds now as rows; false gives a frozen playlist back to its recipe. */
  readonly isFrozen?: boolean | null | undefined;
  /** Whether it is written into the folder of playlists after each scan. */
  readonly isWritten?: boolean | null | undefined;
  /** Its new name, 1 to 200 characters. */
  readonly name?: string | null | undefined;
  /** Its new note, plain text, at most 1 000 characters. */
  readonly note?: string | null | undefined;
  /** The revision that you saw. Where another change came between, nothing is changed: the error `PLAYLIST_CHANGED` has the present one. */
  readonly revision: number;
};

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

/** What the values of tracks are counted by. */
export type FacetField =
  /** The album. */
  | 'ALBUM'
  /** The artist of the album. */
  | 'ALBUM_ARTIST'
  /** The artist. */
  | 'ARTIST'
  /** The composer. */
  | 'COMPOSER'
  /** The folder of its file, below that of the library. */
  | 'FOLDER'
  /** The format of its file, such as FLAC or MP3. */
  | 'FORMAT'
  /** The genre. */
  | 'GENRE'
  /** Whether a file of the library holds the recording: `true` or `false`. */
  | 'HAS_FILE'
  /** Whether it is a favourite on a music server: `true` or `false`. */
  | 'IS_FAVOURITE'
  /** Whether a music server says that it was played: `true` or `false`. */
  | 'IS_PLAYED'
  /** The key, such as A minor. */
  | 'KEY'
  /** The record label. */
  | 'LABEL'
  /** The rating on a music server. */
  | 'RATING'
  /** The name of a music server that has it. */
  | 'SERVER'
  /** The audio source. */
  | 'SOURCE'
  /** The year of the release. */
  | 'YEAR';

/** Whether this server can read a file. */
export type FilePresence =
  /** The folder or disk of the file cannot be read now. */
  | 'AWAY'
  /** This server has no such file: another machine has it, or it was removed since the last scan. */
  | 'ELSEWHERE'
  /** It can, and the file is as it was measured. */
  | 'HERE';

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

/** A playlist that is to be kept on a music server, by the user who was added with it. */
export type KeepPlaylistOnServerInput = {
  /** Identifies the playlist. */
  readonly id: string | number;
  /** Whether all users of the server see it; false when absent. */
  readonly isPublic?: boolean | null | undefined;
  /** What it becomes there; a playlist when absent. */
  readonly kind?: ServerPlaylistKind | null | undefined;
  /** The name of the music server. */
  readonly server: string;
};

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

/** What a playlist becomes on a music server. */
export type ServerPlaylistKind =
  /** Favourites of the user. */
  | 'FAVOURITES'
  /** A playlist. */
  | 'PLAYLIST';

/** How far a playlist is on a music server. */
export type ServerPlaylistState =
  /** Somebody has changed it there: it is not sent any more. */
  | 'CHANGED'
  /** It was not sent, for the reason beside; it is tried again. */
  | 'FAILED'
  /** Somebody has removed it there: it is not sent any more. */
  | 'REMOVED'
  /** The server has it as it was last sent. */
  | 'SENT'
  /** It is sent within seconds. */
  | 'WAITING';

/** What the analysis of this version measures on audio, such as the npm package in a browser. Tracks are compared by some of it; what is absent is not compared. */
export type SoundInput = {
  /** How likely it is that acoustic instruments alone play. In [0, 1]; null where it cannot be measured. */
  readonly acousticness?: number | null | undefined;
  /** Aggressive, in [0, 1]; null where unknown. */
  readonly aggressive?: number | null | undefined;
  /** The version of the analysis that measured it, which must be that of this server: others are not comparable. */
  readonly analysisVersion: number;
  /** How accessible it is at a first hearing. In [0, 1]; null where it cannot be measured. */
  readonly approachability?: number | null | undefined;
  /** From calm (0) to energetic (1). In [0, 1]; null where it cannot be measured. */
  readonly arousal?: number | null | undefined;
  /** How suitable it is for dancing. In [0, 1]; null where it cannot be measured. */
  readonly danceability?: number | null | undefined;
  /** Where it lies among others by its sound as a whole: 16 integers from -127 to 127, `soundEmbedding` of the analysis. */
  readonly embedding?: ReadonlyArray<number> | null | undefined;
  /** How loud, dense and bright the sound is. In [0, 1]; null where it cannot be measured. */
  readonly energy?: number | null | undefined;
  /** How much it holds the listener's attention. In [0, 1]; null where it cannot be measured. */
  readonly engagement?: number | null | undefined;
  /** Happy, in [0, 1]; null where unknown. */
  readonly happy?: number | null | undefined;
  /** How likely it is that there are no vocals. In [0, 1]; null where it cannot be measured. */
  readonly instrumentalness?: number | null | undefined;
  /** Pitch class of the tonic, 0 (C) to 11 (B); 9 is A. Null where there is no key. */
  readonly key?: number | null | undefined;
  /** How likely it is that an audience is heard. In [0, 1]; null where it cannot be measured. */
  readonly liveness?: number | null | undefined;
  /** Integrated loudness, LUFS. */
  readonly loudness?: number | null | undefined;
  /** Loudness range, LU. */
  readonly loudnessRange?: number | null | undefined;
  /** 1 is major, 0 is minor; null where there is no key. */
  readonly mode?: number | null | undefined;
  /** Relaxed, in [0, 1]; null where unknown. */
  readonly relaxed?: number | null | undefined;
  /** Sad, in [0, 1]; null where unknown. */
  readonly sad?: number | null | undefined;
  /** How much of it is speech. In [0, 1]; null where it cannot be measured. */
  readonly speechiness?: number | null | undefined;
  /** Beats per minute, > 0; null where no beat is found. */
  readonly tempo?: number | null | undefined;
  /** Beats per bar, 3 to 7; a metre of two is given as four; null where no metre is found. */
  readonly timeSignature?: number | null | undefined;
  /** True peak, dBTP. */
  readonly truePeak?: number | null | undefined;
  /** Cents off A4 = 440 Hz, in [-50, 50). */
  readonly tuning?: number | null | undefined;
  /** From unpleasant (0) to pleasant (1). In [0, 1]; null where it cannot be measured. */
  readonly valence?: number | null | undefined;
};

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

export type SearchBoxQueryVariables = Exact<{
  query: string;
}>;


export type SearchBoxQuery = { readonly searchLibrary: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly trackKey: string, readonly recordingId: string | null, readonly trackName: string, readonly artist: string, readonly album: string | null, readonly thumbnailUrl: string }>, readonly artists: ReadonlyArray<{ readonly name: string, readonly trackCount: number }>, readonly albums: ReadonlyArray<{ readonly name: string, readonly artist: string | null, readonly trackCount: number }>, readonly genres: ReadonlyArray<{ readonly name: string, readonly trackCount: number }>, readonly folders: ReadonlyArray<{ readonly name: string, readonly trackCount: number }> } };

export type LibraryColumnsQueryVariables = Exact<{
  fields: ReadonlyArray<TrackColumnField> | TrackColumnField;
  filter?: TrackFilter | null | undefined;
}>;


export type LibraryColumnsQuery = { readonly trackColumns: { readonly count: number, readonly totalCount: number, readonly recordingIds: string, readonly columns: ReadonlyArray<{ readonly values: string }> } };

export type LibraryValuesQueryVariables = Exact<{
  fields: ReadonlyArray<FacetField> | FacetField;
  first: number;
}>;


export type LibraryValuesQuery = { readonly facets: { readonly facets: ReadonlyArray<{ readonly field: FacetField, readonly values: ReadonlyArray<{ readonly value: string, readonly count: number }> }> } };

export type CorrectTrackMutationVariables = Exact<{
  by: TrackRef;
  corrections: ReadonlyArray<CorrectionInput> | CorrectionInput;
}>;


export type CorrectTrackMutation = { readonly correctRecording: { readonly recordingId: string } };

export type DuplicatesPageQueryVariables = Exact<{
  kind?: DuplicateKind | null | undefined;
  minScore?: number | null | undefined;
  folder?: string | null | undefined;
  orderBy: DuplicateOrder;
  first: number;
  after?: string | null | undefined;
}>;


export type DuplicatesPageQuery = { readonly duplicates: { readonly totalCount: number, readonly bytesToFree: number, readonly edges: ReadonlyArray<{ readonly cursor: string, readonly node: { readonly kind: DuplicateKind, readonly bytesToFree: number, readonly changedFiles: number, readonly recordings: ReadonlyArray<{ readonly recordingId: string, readonly durationSeconds: number, readonly isExcerpt: boolean, readonly bitRate: number | null, readonly track: { readonly trackName: string, readonly artist: string, readonly album: string | null }, readonly files: ReadonlyArray<{ readonly path: string | null, readonly presence: FilePresence, readonly isKept: boolean, readonly format: string, readonly sizeBytes: number }> }>, readonly links: ReadonlyArray<{ readonly firstId: string, readonly secondId: string, readonly score: number, readonly offsetSeconds: number }> } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type ForgetTrackMutationVariables = Exact<{
  by: TrackRef;
  keep: boolean;
}>;


export type ForgetTrackMutation = { readonly forgetTrack: { readonly recordingId: string } };

export type RestoreTrackMutationVariables = Exact<{
  by: TrackRef;
}>;


export type RestoreTrackMutation = { readonly restoreTrack: { readonly recordingId: string } };

export type AnalysedTracksQueryVariables = Exact<{
  tracks: ReadonlyArray<TrackRef> | TrackRef;
}>;


export type AnalysedTracksQuery = { readonly analyses: ReadonlyArray<
    | { readonly __typename: 'AnalysisFailed' }
    | { readonly __typename: 'AnalysisPending' }
    | { readonly __typename: 'TrackAnalysis' }
  > };

export type KeepPlaylistMutationVariables = Exact<{
  input: SavePlaylistInput;
}>;


export type KeepPlaylistMutation = { readonly savePlaylist: { readonly id: string, readonly name: string, readonly note: string, readonly kind: PlaylistKind, readonly length: number, readonly trackCount: number | null, readonly durationMs: number | null, readonly changedAt: string, readonly revision: number, readonly isUndoable: boolean, readonly conditions: ReadonlyArray<string>, readonly from: string | null } };

export type PlaylistFactsFragment = { readonly id: string, readonly name: string, readonly note: string, readonly kind: PlaylistKind, readonly length: number, readonly trackCount: number | null, readonly durationMs: number | null, readonly changedAt: string, readonly revision: number, readonly isUndoable: boolean, readonly conditions: ReadonlyArray<string>, readonly from: string | null };

export type PlaylistsQueryVariables = Exact<{ [key: string]: never; }>;


export type PlaylistsQuery = { readonly playlists: ReadonlyArray<{ readonly id: string, readonly name: string, readonly note: string, readonly kind: PlaylistKind, readonly length: number, readonly trackCount: number | null, readonly durationMs: number | null, readonly changedAt: string, readonly revision: number, readonly isUndoable: boolean, readonly conditions: ReadonlyArray<string>, readonly from: string | null }> };

export type PlaylistPageQueryVariables = Exact<{
  id: string | number;
  first: number;
  after?: string | null | undefined;
}>;


export type PlaylistPageQuery = { readonly playlist: { readonly id: string, readonly name: string, readonly note: string, readonly kind: PlaylistKind, readonly length: number, readonly trackCount: number | null, readonly durationMs: number | null, readonly changedAt: string, readonly revision: number, readonly isUndoable: boolean, readonly conditions: ReadonlyArray<string>, readonly from: string | null, readonly rows: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly row: number | null, readonly isMissing: boolean, readonly note: string, readonly addedAs: { readonly recordingId: string, readonly trackName: string, readonly artist: string, readonly durationMs: number | null } | null, readonly track: { readonly trackKey: string, readonly recordingId: string | null, readonly trackName: string, readonly artist: string, readonly album: string | null, readonly albumArtist: string | null, readonly composer: string | null, readonly genre: string | null, readonly label: string | null, readonly year: number | null, readonly trackNumber: number | null, readonly durationMs: number | null, readonly thumbnailUrl: string, readonly analysis:
            | { readonly __typename: 'AnalysisFailed' }
            | { readonly __typename: 'AnalysisPending' }
            | { readonly __typename: 'TrackAnalysis', readonly recordingId: string, readonly tempo: number | null, readonly key: number | null, readonly mode: number | null, readonly camelot: string | null, readonly timeSignature: number | null, readonly energy: number | null, readonly liveness: number | null, readonly danceability: number | null, readonly instrumentalness: number | null, readonly speechiness: number | null, readonly acousticness: number | null, readonly valence: number | null, readonly arousal: number | null, readonly approachability: number | null, readonly engagement: number | null, readonly mood: { readonly happy: number | null, readonly sad: number | null, readonly relaxed: number | null, readonly aggressive: number | null } }
           } | null }>, readonly pageInfo: { readonly endCursor: string | null, readonly hasNextPage: boolean } } } };

export type EditPlaylistMutationVariables = Exact<{
  input: EditPlaylistInput;
}>;


export type EditPlaylistMutation = { readonly editPlaylist: { readonly id: string, readonly name: string, readonly note: string, readonly kind: PlaylistKind, readonly length: number, readonly trackCount: number | null, readonly durationMs: number | null, readonly changedAt: string, readonly revision: number, readonly isUndoable: boolean, readonly conditions: ReadonlyArray<string>, readonly from: string | null } };

export type CopyPlaylistMutationVariables = Exact<{
  id: string | number;
}>;


export type CopyPlaylistMutation = { readonly copyPlaylist: { readonly id: string, readonly name: string, readonly note: string, readonly kind: PlaylistKind, readonly length: number, readonly trackCount: number | null, readonly durationMs: number | null, readonly changedAt: string, readonly revision: number, readonly isUndoable: boolean, readonly conditions: ReadonlyArray<string>, readonly from: string | null } };

export type DeletePlaylistMutationVariables = Exact<{
  id: string | number;
}>;


export type DeletePlaylistMutation = { readonly deletePlaylist: string };

export type UndoPlaylistMutationVariables = Exact<{
  id: string | number;
  revision?: number | null | undefined;
}>;


export type UndoPlaylistMutation = { readonly undoPlaylist: { readonly id: string, readonly name: string, readonly note: string, readonly kind: PlaylistKind, readonly length: number, readonly trackCount: number | null, readonly durationMs: number | null, readonly changedAt: string, readonly revision: number, readonly isUndoable: boolean, readonly conditions: ReadonlyArray<string>, readonly from: string | null } };

export type LibraryPageQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type LibraryPageQuery = { readonly tracks: { readonly totalCount: number }, readonly library: { readonly isAnalysing: boolean, readonly files: number, readonly tracks: number, readonly analysed: number, readonly outdated: number, readonly waiting: number, readonly paused: number, readonly failed: number, readonly tracksPerHour: number | null, readonly secondsLeft: number | null, readonly folders: ReadonlyArray<{ readonly path: string | null, readonly fileCount: number, readonly isConfigured: boolean, readonly isAdded: boolean, readonly isPaused: boolean, readonly problem: string | null, readonly away: ReadonlyArray<{ readonly path: string | null, readonly reason: string, readonly fileCount: number }> }>, readonly failures: { readonly totalCount: number, readonly edges: ReadonlyArray<{ readonly cursor: string, readonly node: { readonly trackKey: string, readonly code: string, readonly message: string, readonly path: string | null, readonly track: { readonly artist: string, readonly trackName: string } | null } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } }, readonly failureCounts: ReadonlyArray<{ readonly code: string, readonly count: number }>, readonly running: ReadonlyArray<{ readonly trackKey: string, readonly artist: string, readonly trackName: string }>, readonly scans: ReadonlyArray<{ readonly filesSeen: number, readonly filesLeft: number }>, readonly lastScan: { readonly endedAt: string, readonly result: ScanResult } | null, readonly lastCheck: { readonly endedAt: string, readonly damaged: { readonly row: number, readonly audio: number, readonly playlist: number } } | null } };

export type LibraryProgressFragment = { readonly isAnalysing: boolean, readonly files: number, readonly tracks: number, readonly analysed: number, readonly outdated: number, readonly waiting: number, readonly paused: number, readonly failed: number, readonly tracksPerHour: number | null, readonly secondsLeft: number | null, readonly failureCounts: ReadonlyArray<{ readonly code: string, readonly count: number }>, readonly running: ReadonlyArray<{ readonly trackKey: string, readonly artist: string, readonly trackName: string }>, readonly scans: ReadonlyArray<{ readonly filesSeen: number, readonly filesLeft: number }>, readonly lastScan: { readonly endedAt: string, readonly result: ScanResult } | null, readonly lastCheck: { readonly endedAt: string, readonly damaged: { readonly row: number, readonly audio: number, readonly playlist: number } } | null };

export type LibraryProgressedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type LibraryProgressedSubscription = { readonly libraryUpdated: { readonly isAnalysing: boolean, readonly files: number, readonly tracks: number, readonly analysed: number, readonly outdated: number, readonly waiting: number, readonly paused: number, readonly failed: number, readonly tracksPerHour: number | null, readonly secondsLeft: number | null, readonly failureCounts: ReadonlyArray<{ readonly code: string, readonly count: number }>, readonly running: ReadonlyArray<{ readonly trackKey: string, readonly artist: string, readonly trackName: string }>, readonly scans: ReadonlyArray<{ readonly filesSeen: number, readonly filesLeft: number }>, readonly lastScan: { readonly endedAt: string, readonly result: ScanResult } | null, readonly lastCheck: { readonly endedAt: string, readonly damaged: { readonly row: number, readonly audio: number, readonly playlist: number } } | null } };

export type ScansSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type ScansSubscription = { readonly libraryUpdated: { readonly scans: ReadonlyArray<{ readonly filesSeen: number, readonly filesLeft: number }> } };

export type ScanNowMutationVariables = Exact<{ [key: string]: never; }>;


export type ScanNowMutation = { readonly scanLibrary: { readonly isAnalysing: boolean } };

export type TryAgainMutationVariables = Exact<{
  by?: TrackRef | null | undefined;
}>;


export type TryAgainMutation = { readonly retryAnalyses: number };

export type MapTracksQueryVariables = Exact<{
  tracks: ReadonlyArray<TrackRef> | TrackRef;
}>;


export type MapTracksQuery = { readonly analyses: ReadonlyArray<
    | { readonly __typename: 'AnalysisFailed' }
    | { readonly __typename: 'AnalysisPending' }
    | { readonly __typename: 'TrackAnalysis', readonly recordingId: string, readonly trackName: string, readonly artist: string, readonly tempo: number | null, readonly key: number | null, readonly mode: number | null }
  > };

export type MixEndsQueryVariables = Exact<{
  filter?: TrackFilter | null | undefined;
  first: number;
}>;


export type MixEndsQuery = { readonly tracks: { readonly edges: ReadonlyArray<{ readonly node: { readonly trackKey: string, readonly recordingId: string | null, readonly trackName: string, readonly artist: string, readonly album: string | null } | null }> } };

export type MixTrackQueryVariables = Exact<{
  ref: string | number;
}>;


export type MixTrackQuery = { readonly track: { readonly trackKey: string, readonly recordingId: string | null, readonly trackName: string, readonly artist: string, readonly album: string | null, readonly thumbnailUrl: string, readonly analysis:
      | { readonly __typename: 'AnalysisFailed' }
      | { readonly __typename: 'AnalysisPending' }
      | { readonly __typename: 'TrackAnalysis', readonly tempo: number | null, readonly key: number | null, readonly mode: number | null, readonly camelot: string | null, readonly energy: number | null, readonly danceability: number | null, readonly valence: number | null, readonly arousal: number | null }
     } | null };

export type MixStepsQueryVariables = Exact<{
  from: string | number;
  to: string | number;
  length: number;
  filter?: TrackFilter | null | undefined;
  maxTempoChangePercent?: number | null | undefined;
  artistSpacing?: number | null | undefined;
  compatibleKeysOnly?: boolean | null | undefined;
  excludedTracks?: ReadonlyArray<TrackRef> | TrackRef | null | undefined;
}>;


export type MixStepsQuery = { readonly mixPath: { readonly steps: ReadonlyArray<{ readonly track: { readonly trackKey: string, readonly recordingId: string | null, readonly trackName: string, readonly artist: string, readonly album: string | null, readonly thumbnailUrl: string, readonly analysis:
          | { readonly __typename: 'AnalysisFailed' }
          | { readonly __typename: 'AnalysisPending' }
          | { readonly __typename: 'TrackAnalysis', readonly tempo: number | null, readonly key: number | null, readonly mode: number | null, readonly camelot: string | null, readonly energy: number | null, readonly danceability: number | null, readonly valence: number | null, readonly arousal: number | null }
         } }>, readonly unmet: ReadonlyArray<{ readonly rule: MixRule, readonly asked: number, readonly found: number | null }> } };

export type MixAlternativesQueryVariables = Exact<{
  before: string | number;
  after: string | number;
  first: number;
}>;


export type MixAlternativesQuery = { readonly before: { readonly similar: ReadonlyArray<{ readonly similarity: number, readonly track: { readonly trackKey: string, readonly recordingId: string | null, readonly trackName: string, readonly artist: string, readonly album: string | null, readonly thumbnailUrl: string, readonly analysis:
          | { readonly __typename: 'AnalysisFailed' }
          | { readonly __typename: 'AnalysisPending' }
          | { readonly __typename: 'TrackAnalysis', readonly tempo: number | null, readonly key: number | null, readonly mode: number | null, readonly camelot: string | null, readonly energy: number | null, readonly danceability: number | null, readonly valence: number | null, readonly arousal: number | null }
         } }> } | null, readonly after: { readonly similar: ReadonlyArray<{ readonly similarity: number, readonly track: { readonly trackKey: string, readonly recordingId: string | null, readonly trackName: string, readonly artist: string, readonly album: string | null, readonly thumbnailUrl: string, readonly analysis:
          | { readonly __typename: 'AnalysisFailed' }
          | { readonly __typename: 'AnalysisPending' }
          | { readonly __typename: 'TrackAnalysis', readonly tempo: number | null, readonly key: number | null, readonly mode: number | null, readonly camelot: string | null, readonly energy: number | null, readonly danceability: number | null, readonly valence: number | null, readonly arousal: number | null }
         } }> } | null };

export type MixedTrackFragment = { readonly trackKey: string, readonly recordingId: string | null, readonly trackName: string, readonly artist: string, readonly album: string | null, readonly thumbnailUrl: string, readonly analysis:
    | { readonly __typename: 'AnalysisFailed' }
    | { readonly __typename: 'AnalysisPending' }
    | { readonly __typename: 'TrackAnalysis', readonly tempo: number | null, readonly key: number | null, readonly mode: number | null, readonly camelot: string | null, readonly energy: number | null, readonly danceability: number | null, readonly valence: number | null, readonly arousal: number | null }
   };

export type PlayedTrackQueryVariables = Exact<{
  ref: string | number;
}>;


export type PlayedTrackQuery = { readonly track: { readonly analysis:
      | { readonly __typename: 'AnalysisFailed' }
      | { readonly __typename: 'AnalysisPending' }
      | { readonly __typename: 'TrackAnalysis', readonly coveredSeconds: number, readonly details: ReadonlyArray<{ readonly field: string, readonly value: number | null }>, readonly timeline: { readonly beats: ReadonlyArray<number>, readonly loudnessCurve: { readonly values: ReadonlyArray<number | null> } } }
     } | null };

export type ReplacementsQueryVariables = Exact<{
  query: string;
}>;


export type ReplacementsQuery = { readonly searchLibrary: { readonly nodes: ReadonlyArray<{ readonly trackKey: string, readonly recordingId: string | null, readonly trackName: string, readonly artist: string, readonly album: string | null, readonly durationMs: number | null }> } };

export type PlaylistServersQueryVariables = Exact<{
  id: string | number;
}>;


export type PlaylistServersQuery = { readonly playlist: { readonly servers: ReadonlyArray<{ readonly server: string, readonly kind: ServerPlaylistKind, readonly isPublic: boolean, readonly state: ServerPlaylistState, readonly songCount: number | null, readonly leftOut: number | null, readonly sentAt: string | null, readonly problem: string | null }> }, readonly library: { readonly folders: ReadonlyArray<{ readonly path: string | null }> } };

export type KeepPlaylistOnServerMutationVariables = Exact<{
  input: KeepPlaylistOnServerInput;
}>;


export type KeepPlaylistOnServerMutation = { readonly keepPlaylistOnServer: { readonly server: string } };

export type TakePlaylistFromServerMutationVariables = Exact<{
  id: string | number;
  server: string;
}>;


export type TakePlaylistFromServerMutation = { readonly takePlaylistFromServer: string };

export type SearchPageQueryVariables = Exact<{
  track: string;
  artist?: string | null | undefined;
  limit: number;
}>;


export type SearchPageQuery = { readonly search: { readonly unavailableProviders: ReadonlyArray<string>, readonly results: ReadonlyArray<{ readonly trackKey: string, readonly trackName: string, readonly artist: string, readonly thumbnailUrl: string, readonly track: { readonly trackKey: string, readonly recordingId: string | null, readonly trackName: string, readonly artist: string, readonly album: string | null, readonly albumArtist: string | null, readonly composer: string | null, readonly genre: string | null, readonly label: string | null, readonly year: number | null, readonly trackNumber: number | null, readonly durationMs: number | null, readonly thumbnailUrl: string, readonly analysis:
          | { readonly __typename: 'AnalysisFailed' }
          | { readonly __typename: 'AnalysisPending' }
          | { readonly __typename: 'TrackAnalysis', readonly recordingId: string, readonly tempo: number | null, readonly key: number | null, readonly mode: number | null, readonly camelot: string | null, readonly timeSignature: number | null, readonly energy: number | null, readonly liveness: number | null, readonly danceability: number | null, readonly instrumentalness: number | null, readonly speechiness: number | null, readonly acousticness: number | null, readonly valence: number | null, readonly arousal: number | null, readonly approachability: number | null, readonly engagement: number | null, readonly mood: { readonly happy: number | null, readonly sad: number | null, readonly relaxed: number | null, readonly aggressive: number | null } }
         }, readonly analysis:
        | { readonly __typename: 'AnalysisFailed', readonly trackKey: string, readonly code: string, readonly message: string }
        | { readonly __typename: 'AnalysisPending', readonly trackKey: string, readonly state: AnalysisState, readonly position: number | null }
        | { readonly __typename: 'TrackAnalysis', readonly trackKey: string, readonly recordingId: string, readonly tempo: number | null, readonly key: number | null, readonly mode: number | null, readonly camelot: string | null, readonly timeSignature: number | null, readonly energy: number | null, readonly liveness: number | null, readonly danceability: number | null, readonly instrumentalness: number | null, readonly speechiness: number | null, readonly acousticness: number | null, readonly valence: number | null, readonly arousal: number | null, readonly approachability: number | null, readonly engagement: number | null, readonly mood: { readonly happy: number | null, readonly sad: number | null, readonly relaxed: number | null, readonly aggressive: number | null } }
       }> } };

export type StartAnalysisQueryVariables = Exact<{
  trackKey: string;
}>;


export type StartAnalysisQuery = { readonly analyses: ReadonlyArray<
    | { readonly __typename: 'AnalysisFailed', readonly trackKey: string, readonly code: string, readonly message: string }
    | { readonly __typename: 'AnalysisPending', readonly trackKey: string, readonly state: AnalysisState, readonly position: number | null }
    | { readonly __typename: 'TrackAnalysis', readonly trackKey: string, readonly recordingId: string, readonly tempo: number | null, readonly key: number | null, readonly mode: number | null, readonly camelot: string | null, readonly timeSignature: number | null, readonly energy: number | null, readonly liveness: number | null, readonly danceability: number | null, readonly instrumentalness: number | null, readonly speechiness: number | null, readonly acousticness: number | null, readonly valence: number | null, readonly arousal: number | null, readonly approachability: number | null, readonly engagement: number | null, readonly mood: { readonly happy: number | null, readonly sad: number | null, readonly relaxed: number | null, readonly aggressive: number | null } }
  > };

export type FoundAnalysesSubscriptionVariables = Exact<{
  tracks: ReadonlyArray<TrackRef> | TrackRef;
}>;


export type FoundAnalysesSubscription = { readonly analysisUpdated:
    | { readonly __typename: 'AnalysisFailed', readonly trackKey: string, readonly code: string, readonly message: string }
    | { readonly __typename: 'AnalysisPending', readonly trackKey: string, readonly state: AnalysisState, readonly position: number | null }
    | { readonly __typename: 'TrackAnalysis', readonly trackKey: string, readonly recordingId: string, readonly tempo: number | null, readonly key: number | null, readonly mode: number | null, readonly camelot: string | null, readonly timeSignature: number | null, readonly energy: number | null, readonly liveness: number | null, readonly danceability: number | null, readonly instrumentalness: number | null, readonly speechiness: number | null, readonly acousticness: number | null, readonly valence: number | null, readonly arousal: number | null, readonly approachability: number | null, readonly engagement: number | null, readonly mood: { readonly happy: number | null, readonly sad: number | null, readonly relaxed: number | null, readonly aggressive: number | null } }
   };

type FoundAnalysis_AnalysisFailed_Fragment = { readonly __typename: 'AnalysisFailed', readonly trackKey: string, readonly code: string, readonly message: string };

type FoundAnalysis_AnalysisPending_Fragment = { readonly __typename: 'AnalysisPending', readonly trackKey: string, readonly state: AnalysisState, readonly position: number | null };

type FoundAnalysis_TrackAnalysis_Fragment = { readonly __typename: 'TrackAnalysis', readonly trackKey: string, readonly recordingId: string, readonly tempo: number | null, readonly key: number | null, readonly mode: number | null, readonly camelot: string | null, readonly timeSignature: number | null, readonly energy: number | null, readonly liveness: number | null, readonly danceability: number | null, readonly instrumentalness: number | null, readonly speechiness: number | null, readonly acousticness: number | null, readonly valence: number | null, readonly arousal: number | null, readonly approachability: number | null, readonly engagement: number | null, readonly mood: { readonly happy: number | null, readonly sad: number | null, readonly relaxed: number | null, readonly aggressive: number | null } };

export type FoundAnalysisFragment =
  | FoundAnalysis_AnalysisFailed_Fragment
  | FoundAnalysis_AnalysisPending_Fragment
  | FoundAnalysis_TrackAnalysis_Fragment
;

export type SimilarPageQueryVariables = Exact<{
  ref: string | number;
  first: number;
}>;


export type SimilarPageQuery = { readonly track: { readonly similar: ReadonlyArray<{ readonly similarity: number, readonly track: { readonly trackKey: string, readonly recordingId: string | null, readonly trackName: string, readonly artist: string, readonly album: string | null, readonly albumArtist: string | null, readonly composer: string | null, readonly genre: string | null, readonly label: string | null, readonly year: number | null, readonly trackNumber: number | null, readonly durationMs: number | null, readonly thumbnailUrl: string, readonly analysis:
          | { readonly __typename: 'AnalysisFailed' }
          | { readonly __typename: 'AnalysisPending' }
          | { readonly __typename: 'TrackAnalysis', readonly recordingId: string, readonly tempo: number | null, readonly key: number | null, readonly mode: number | null, readonly camelot: string | null, readonly timeSignature: number | null, readonly energy: number | null, readonly liveness: number | null, readonly danceability: number | null, readonly instrumentalness: number | null, readonly speechiness: number | null, readonly acousticness: number | null, readonly valence: number | null, readonly arousal: number | null, readonly approachability: number | null, readonly engagement: number | null, readonly mood: { readonly happy: number | null, readonly sad: number | null, readonly relaxed: number | null, readonly aggressive: number | null } }
         }, readonly reasons: ReadonlyArray<{ readonly field: string, readonly value: number, readonly otherValue: number, readonly closeness: number }> }> } | null };

export type SoundsLikeQueryVariables = Exact<{
  sound: SoundInput;
  first: number;
}>;


export type SoundsLikeQuery = { readonly soundsLike: ReadonlyArray<{ readonly similarity: number, readonly track: { readonly trackKey: string, readonly recordingId: string | null, readonly trackName: string, readonly artist: string, readonly album: string | null, readonly albumArtist: string | null, readonly composer: string | null, readonly genre: string | null, readonly label: string | null, readonly year: number | null, readonly trackNumber: number | null, readonly durationMs: number | null, readonly thumbnailUrl: string, readonly analysis:
        | { readonly __typename: 'AnalysisFailed' }
        | { readonly __typename: 'AnalysisPending' }
        | { readonly __typename: 'TrackAnalysis', readonly recordingId: string, readonly tempo: number | null, readonly key: number | null, readonly mode: number | null, readonly camelot: string | null, readonly timeSignature: number | null, readonly energy: number | null, readonly liveness: number | null, readonly danceability: number | null, readonly instrumentalness: number | null, readonly speechiness: number | null, readonly acousticness: number | null, readonly valence: number | null, readonly arousal: number | null, readonly approachability: number | null, readonly engagement: number | null, readonly mood: { readonly happy: number | null, readonly sad: number | null, readonly relaxed: number | null, readonly aggressive: number | null } }
       }, readonly reasons: ReadonlyArray<{ readonly field: string, readonly value: number, readonly otherValue: number, readonly closeness: number }> }> };

export type SimilarRowFragment = { readonly similarity: number, readonly track: { readonly trackKey: string, readonly recordingId: string | null, readonly trackName: string, readonly artist: string, readonly album: string | null, readonly albumArtist: string | null, readonly composer: string | null, readonly genre: string | null, readonly label: string | null, readonly year: number | null, readonly trackNumber: number | null, readonly durationMs: number | null, readonly thumbnailUrl: string, readonly analysis:
      | { readonly __typename: 'AnalysisFailed' }
      | { readonly __typename: 'AnalysisPending' }
      | { readonly __typename: 'TrackAnalysis', readonly recordingId: string, readonly tempo: number | null, readonly key: number | null, readonly mode: number | null, readonly camelot: string | null, readonly timeSignature: number | null, readonly energy: number | null, readonly liveness: number | null, readonly danceability: number | null, readonly instrumentalness: number | null, readonly speechiness: number | null, readonly acousticness: number | null, readonly valence: number | null, readonly arousal: number | null, readonly approachability: number | null, readonly engagement: number | null, readonly mood: { readonly happy: number | null, readonly sad: number | null, readonly relaxed: number | null, readonly aggressive: number | null } }
     }, readonly reasons: ReadonlyArray<{ readonly field: string, readonly value: number, readonly otherValue: number, readonly closeness: number }> };

export type TablePageQueryVariables = Exact<{
  filter?: TrackFilter | null | undefined;
  orderBy?: TrackOrder | null | undefined;
  first?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type TablePageQuery = { readonly tracks: { readonly totalCount: number, readonly edges: ReadonlyArray<{ readonly node: { readonly trackKey: string, readonly recordingId: string | null, readonly trackName: string, readonly artist: string, readonly album: string | null, readonly albumArtist: string | null, readonly composer: string | null, readonly genre: string | null, readonly label: string | null, readonly year: number | null, readonly trackNumber: number | null, readonly durationMs: number | null, readonly thumbnailUrl: string, readonly analysis:
          | { readonly __typename: 'AnalysisFailed' }
          | { readonly __typename: 'AnalysisPending' }
          | { readonly __typename: 'TrackAnalysis', readonly recordingId: string, readonly tempo: number | null, readonly key: number | null, readonly mode: number | null, readonly camelot: string | null, readonly timeSignature: number | null, readonly energy: number | null, readonly liveness: number | null, readonly danceability: number | null, readonly instrumentalness: number | null, readonly speechiness: number | null, readonly acousticness: number | null, readonly valence: number | null, readonly arousal: number | null, readonly approachability: number | null, readonly engagement: number | null, readonly mood: { readonly happy: number | null, readonly sad: number | null, readonly relaxed: number | null, readonly aggressive: number | null } }
         } | null }> } };

export type TableTracksQueryVariables = Exact<{
  tracks: ReadonlyArray<TrackRef> | TrackRef;
}>;


export type TableTracksQuery = { readonly analyses: ReadonlyArray<
    | { readonly __typename: 'AnalysisFailed' }
    | { readonly __typename: 'AnalysisPending' }
    | { readonly __typename: 'TrackAnalysis', readonly track: { readonly trackKey: string, readonly recordingId: string | null, readonly trackName: string, readonly artist: string, readonly album: string | null, readonly albumArtist: string | null, readonly composer: string | null, readonly genre: string | null, readonly label: string | null, readonly year: number | null, readonly trackNumber: number | null, readonly durationMs: number | null, readonly thumbnailUrl: string, readonly analysis:
          | { readonly __typename: 'AnalysisFailed' }
          | { readonly __typename: 'AnalysisPending' }
          | { readonly __typename: 'TrackAnalysis', readonly recordingId: string, readonly tempo: number | null, readonly key: number | null, readonly mode: number | null, readonly camelot: string | null, readonly timeSignature: number | null, readonly energy: number | null, readonly liveness: number | null, readonly danceability: number | null, readonly instrumentalness: number | null, readonly speechiness: number | null, readonly acousticness: number | null, readonly valence: number | null, readonly arousal: number | null, readonly approachability: number | null, readonly engagement: number | null, readonly mood: { readonly happy: number | null, readonly sad: number | null, readonly relaxed: number | null, readonly aggressive: number | null } }
         } | null }
  > };

export type TableTrackFragment = { readonly trackKey: string, readonly recordingId: string | null, readonly trackName: string, readonly artist: string, readonly album: string | null, readonly albumArtist: string | null, readonly composer: string | null, readonly genre: string | null, readonly label: string | null, readonly year: number | null, readonly trackNumber: number | null, readonly durationMs: number | null, readonly thumbnailUrl: string, readonly analysis:
    | { readonly __typename: 'AnalysisFailed' }
    | { readonly __typename: 'AnalysisPending' }
    | { readonly __typename: 'TrackAnalysis', readonly recordingId: string, readonly tempo: number | null, readonly key: number | null, readonly mode: number | null, readonly camelot: string | null, readonly timeSignature: number | null, readonly energy: number | null, readonly liveness: number | null, readonly danceability: number | null, readonly instrumentalness: number | null, readonly speechiness: number | null, readonly acousticness: number | null, readonly valence: number | null, readonly arousal: number | null, readonly approachability: number | null, readonly engagement: number | null, readonly mood: { readonly happy: number | null, readonly sad: number | null, readonly relaxed: number | null, readonly aggressive: number | null } }
   };

export type TableValuesFragment = { readonly recordingId: string, readonly tempo: number | null, readonly key: number | null, readonly mode: number | null, readonly camelot: string | null, readonly timeSignature: number | null, readonly energy: number | null, readonly liveness: number | null, readonly danceability: number | null, readonly instrumentalness: number | null, readonly speechiness: number | null, readonly acousticness: number | null, readonly valence: number | null, readonly arousal: number | null, readonly approachability: number | null, readonly engagement: number | null, readonly mood: { readonly happy: number | null, readonly sad: number | null, readonly relaxed: number | null, readonly aggressive: number | null } };

export type TrackPageQueryVariables = Exact<{
  ref: string | number;
}>;


export type TrackPageQuery = { readonly track: { readonly trackKey: string, readonly recordingId: string | null, readonly trackName: string, readonly artist: string, readonly album: string | null, readonly composer: string | null, readonly work: string | null, readonly movement: string | null, readonly trackNumber: number | null, readonly durationMs: number | null, readonly isrc: string | null, readonly thumbnailUrl: string, readonly tagged: { readonly tempo: number | null, readonly keyString: string | null } | null, readonly analysis:
      | { readonly __typename: 'AnalysisFailed', readonly code: string, readonly message: string, readonly isRetryable: boolean, readonly retryAfterSeconds: number }
      | { readonly __typename: 'AnalysisPending', readonly state: AnalysisState, readonly position: number | null }
      | { readonly __typename: 'TrackAnalysis', readonly analysisVersion: number, readonly recordingId: string, readonly isVerified: boolean, readonly otherRecordings: number, readonly analyzedAt: string, readonly source: string, readonly coveredSeconds: number, readonly durationMs: number, readonly tempo: number | null, readonly key: number | null, readonly mode: number | null, readonly camelot: string | null, readonly openKey: string | null, readonly timeSignature: number | null, readonly recording: { readonly goneAt: string | null, readonly files: ReadonlyArray<{ readonly path: string | null }> } | null, readonly details: ReadonlyArray<{ readonly field: string, readonly value: number | null, readonly confidence: number, readonly method: EstimateMethod }>, readonly corrections: ReadonlyArray<{ readonly field: string, readonly value: string | null, readonly measured: string | null }>, readonly tempoRivals: ReadonlyArray<{ readonly bpm: number, readonly confidence: number }>, readonly timeline: { readonly coveredSeconds: number, readonly beats: ReadonlyArray<number>, readonly downbeats: ReadonlyArray<number>, readonly sections: ReadonlyArray<{ readonly startSeconds: number, readonly durationSeconds: number, readonly label: string, readonly loudness: number | null, readonly energy: number | null, readonly tempo: number | null, readonly key: number | null, readonly mode: number | null }>, readonly loudnessCurve: { readonly hopSeconds: number, readonly values: ReadonlyArray<number | null> }, readonly energyCurve: { readonly hopSeconds: number, readonly values: ReadonlyArray<number | null> }, readonly tempoCurve: { readonly hopSeconds: number, readonly values: ReadonlyArray<number | null> }, readonly localKeys: ReadonlyArray<{ readonly startSeconds: number, readonly durationSeconds: number, readonly key: number, readonly mode: number, readonly camelot: string, readonly confidence: number }> } }
     } | null };

export type DrawnTimelineFragment = { readonly coveredSeconds: number, readonly beats: ReadonlyArray<number>, readonly downbeats: ReadonlyArray<number>, readonly sections: ReadonlyArray<{ readonly startSeconds: number, readonly durationSeconds: number, readonly label: string, readonly loudness: number | null, readonly energy: number | null, readonly tempo: number | null, readonly key: number | null, readonly mode: number | null }>, readonly loudnessCurve: { readonly hopSeconds: number, readonly values: ReadonlyArray<number | null> }, readonly energyCurve: { readonly hopSeconds: number, readonly values: ReadonlyArray<number | null> }, readonly tempoCurve: { readonly hopSeconds: number, readonly values: ReadonlyArray<number | null> }, readonly localKeys: ReadonlyArray<{ readonly startSeconds: number, readonly durationSeconds: number, readonly key: number, readonly mode: number, readonly camelot: string, readonly confidence: number }> };

export type TrackProgressSubscriptionVariables = Exact<{
  tracks: ReadonlyArray<TrackRef> | TrackRef;
}>;


export type TrackProgressSubscription = { readonly analysisUpdated:
    | { readonly __typename: 'AnalysisFailed' }
    | { readonly __typename: 'AnalysisPending', readonly state: AnalysisState, readonly position: number | null }
    | { readonly __typename: 'TrackAnalysis' }
   };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const PlaylistFactsFragmentDoc = new TypedDocumentString(`
    fragment PlaylistFacts on Playlist {
  id
  name
  note
  kind
  length
  trackCount
  durationMs
  changedAt
  revision
  isUndoable
  conditions
  from
}
    `, {"fragmentName":"PlaylistFacts"}) as unknown as TypedDocumentString<PlaylistFactsFragment, unknown>;
export const LibraryProgressFragmentDoc = new TypedDocumentString(`
    fragment LibraryProgress on Library {
  isAnalysing
  files
  tracks
  analysed
  outdated
  waiting
  paused
  failed
  failureCounts {
    code
    count
  }
  tracksPerHour
  secondsLeft
  running {
    trackKey
    artist
    trackName
  }
  scans {
    filesSeen
    filesLeft
  }
  lastScan {
    endedAt
    result
  }
  lastCheck {
    endedAt
    damaged {
      row
      audio
      playlist
    }
  }
}
    `, {"fragmentName":"LibraryProgress"}) as unknown as TypedDocumentString<LibraryProgressFragment, unknown>;
export const MixedTrackFragmentDoc = new TypedDocumentString(`
    fragment MixedTrack on Track {
  trackKey
  recordingId
  trackName
  artist
  album
  thumbnailUrl
  analysis {
    __typename
    ... on TrackAnalysis {
      tempo
      key
      mode
      camelot
      energy
      danceability
      valence
      arousal
    }
  }
}
    `, {"fragmentName":"MixedTrack"}) as unknown as TypedDocumentString<MixedTrackFragment, unknown>;
export const TableValuesFragmentDoc = new TypedDocumentString(`
    fragment TableValues on TrackAnalysis {
  recordingId
  tempo
  key
  mode
  camelot
  timeSignature
  energy
  liveness
  danceability
  instrumentalness
  speechiness
  acousticness
  valence
  arousal
  approachability
  engagement
  mood {
    happy
    sad
    relaxed
    aggressive
  }
}
    `, {"fragmentName":"TableValues"}) as unknown as TypedDocumentString<TableValuesFragment, unknown>;
export const FoundAnalysisFragmentDoc = new TypedDocumentString(`
    fragment FoundAnalysis on AnalysisResult {
  __typename
  ... on TrackAnalysis {
    trackKey
    ...TableValues
  }
  ... on AnalysisPending {
    trackKey
    state
    position
  }
  ... on AnalysisFailed {
    trackKey
    code
    message
  }
}
    fragment TableValues on TrackAnalysis {
  recordingId
  tempo
  key
  mode
  camelot
  timeSignature
  energy
  liveness
  danceability
  instrumentalness
  speechiness
  acousticness
  valence
  arousal
  approachability
  engagement
  mood {
    happy
    sad
    relaxed
    aggressive
  }
}`, {"fragmentName":"FoundAnalysis"}) as unknown as TypedDocumentString<FoundAnalysisFragment, unknown>;
export const TableTrackFragmentDoc = new TypedDocumentString(`
    fragment TableTrack on Track {
  trackKey
  recordingId
  trackName
  artist
  album
  albumArtist
  composer
  genre
  label
  year
  trackNumber
  durationMs
  thumbnailUrl
  analysis {
    __typename
    ... on TrackAnalysis {
      ...TableValues
    }
  }
}
    fragment TableValues on TrackAnalysis {
  recordingId
  tempo
  key
  mode
  camelot
  timeSignature
  energy
  liveness
  danceability
  instrumentalness
  speechiness
  acousticness
  valence
  arousal
  approachability
  engagement
  mood {
    happy
    sad
    relaxed
    aggressive
  }
}`, {"fragmentName":"TableTrack"}) as unknown as TypedDocumentString<TableTrackFragment, unknown>;
export const SimilarRowFragmentDoc = new TypedDocumentString(`
    fragment SimilarRow on SimilarTrack {
  similarity
  track {
    ...TableTrack
  }
  reasons {
    field
    value
    otherValue
    closeness
  }
}
    fragment TableTrack on Track {
  trackKey
  recordingId
  trackName
  artist
  album
  albumArtist
  composer
  genre
  label
  year
  trackNumber
  durationMs
  thumbnailUrl
  analysis {
    __typename
    ... on TrackAnalysis {
      ...TableValues
    }
  }
}
fragment TableValues on TrackAnalysis {
  recordingId
  tempo
  key
  mode
  camelot
  timeSignature
  energy
  liveness
  danceability
  instrumentalness
  speechiness
  acousticness
  valence
  arousal
  approachability
  engagement
  mood {
    happy
    sad
    relaxed
    aggressive
  }
}`, {"fragmentName":"SimilarRow"}) as unknown as TypedDocumentString<SimilarRowFragment, unknown>;
export const DrawnTimelineFragmentDoc = new TypedDocumentString(`
    fragment DrawnTimeline on Timeline {
  coveredSeconds
  beats
  downbeats
  sections {
    startSeconds
    durationSeconds
    label
    loudness
    energy
    tempo
    key
    mode
  }
  loudnessCurve {
    hopSeconds
    values
  }
  energyCurve {
    hopSeconds
    values
  }
  tempoCurve {
    hopSeconds
    values
  }
  localKeys {
    startSeconds
    durationSeconds
    key
    mode
    camelot
    confidence
  }
}
    `, {"fragmentName":"DrawnTimeline"}) as unknown as TypedDocumentString<DrawnTimelineFragment, unknown>;
export const SearchBoxDocument = new TypedDocumentString(`
    query SearchBox($query: String!) {
  searchLibrary(query: $query, first: 6, names: 3) {
    totalCount
    nodes {
      trackKey
      recordingId
      trackName
      artist
      album
      thumbnailUrl
    }
    artists {
      name
      trackCount
    }
    albums {
      name
      artist
      trackCount
    }
    genres {
      name
      trackCount
    }
    folders {
      name
      trackCount
    }
  }
}
    `) as unknown as TypedDocumentString<SearchBoxQuery, SearchBoxQueryVariables>;
export const LibraryColumnsDocument = new TypedDocumentString(`
    query LibraryColumns($fields: [TrackColumnField!]!, $filter: TrackFilter) {
  trackColumns(fields: $fields, filter: $filter) {
    count
    totalCount
    recordingIds
    columns {
      values
    }
  }
}
    `) as unknown as TypedDocumentString<LibraryColumnsQuery, LibraryColumnsQueryVariables>;
export const LibraryValuesDocument = new TypedDocumentString(`
    query LibraryValues($fields: [FacetField!]!, $first: Int!) {
  facets(fields: $fields, first: $first) {
    facets {
      field
      values {
        value
        count
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LibraryValuesQuery, LibraryValuesQueryVariables>;
export const CorrectTrackDocument = new TypedDocumentString(`
    mutation CorrectTrack($by: TrackRef!, $corrections: [CorrectionInput!]!) {
  correctRecording(by: $by, corrections: $corrections) {
    recordingId
  }
}
    `) as unknown as TypedDocumentString<CorrectTrackMutation, CorrectTrackMutationVariables>;
export const DuplicatesPageDocument = new TypedDocumentString(`
    query DuplicatesPage($kind: DuplicateKind, $minScore: Float, $folder: String, $orderBy: DuplicateOrder!, $first: Int!, $after: String) {
  duplicates(
    kind: $kind
    minScore: $minScore
    folder: $folder
    orderBy: $orderBy
    first: $first
    after: $after
  ) {
    totalCount
    bytesToFree
    edges {
      cursor
      node {
        kind
        bytesToFree
        changedFiles
        recordings {
          recordingId
          durationSeconds
          isExcerpt
          bitRate
          track {
            trackName
            artist
            album
          }
          files {
            path
            presence
            isKept
            format
            sizeBytes
          }
        }
        links {
          firstId
          secondId
          score
          offsetSeconds
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<DuplicatesPageQuery, DuplicatesPageQueryVariables>;
export const ForgetTrackDocument = new TypedDocumentString(`
    mutation ForgetTrack($by: TrackRef!, $keep: Boolean!) {
  forgetTrack(by: $by, keep: $keep) {
    recordingId
  }
}
    `) as unknown as TypedDocumentString<ForgetTrackMutation, ForgetTrackMutationVariables>;
export const RestoreTrackDocument = new TypedDocumentString(`
    mutation RestoreTrack($by: TrackRef!) {
  restoreTrack(by: $by) {
    recordingId
  }
}
    `) as unknown as TypedDocumentString<RestoreTrackMutation, RestoreTrackMutationVariables>;
export const AnalysedTracksDocument = new TypedDocumentString(`
    query AnalysedTracks($tracks: [TrackRef!]!) {
  analyses(tracks: $tracks) {
    __typename
  }
}
    `) as unknown as TypedDocumentString<AnalysedTracksQuery, AnalysedTracksQueryVariables>;
export const KeepPlaylistDocument = new TypedDocumentString(`
    mutation KeepPlaylist($input: SavePlaylistInput!) {
  savePlaylist(input: $input) {
    ...PlaylistFacts
  }
}
    fragment PlaylistFacts on Playlist {
  id
  name
  note
  kind
  length
  trackCount
  durationMs
  changedAt
  revision
  isUndoable
  conditions
  from
}`) as unknown as TypedDocumentString<KeepPlaylistMutation, KeepPlaylistMutationVariables>;
export const PlaylistsDocument = new TypedDocumentString(`
    query Playlists {
  playlists {
    ...PlaylistFacts
  }
}
    fragment PlaylistFacts on Playlist {
  id
  name
  note
  kind
  length
  trackCount
  durationMs
  changedAt
  revision
  isUndoable
  conditions
  from
}`) as unknown as TypedDocumentString<PlaylistsQuery, PlaylistsQueryVariables>;
export const PlaylistPageDocument = new TypedDocumentString(`
    query PlaylistPage($id: ID!, $first: Int!, $after: String) {
  playlist(id: $id) {
    ...PlaylistFacts
    rows(first: $first, after: $after) {
      totalCount
      nodes {
        row
        isMissing
        note
        addedAs {
          recordingId
          trackName
          artist
          durationMs
        }
        track {
          ...TableTrack
        }
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
}
    fragment PlaylistFacts on Playlist {
  id
  name
  note
  kind
  length
  trackCount
  durationMs
  changedAt
  revision
  isUndoable
  conditions
  from
}
fragment TableTrack on Track {
  trackKey
  recordingId
  trackName
  artist
  album
  albumArtist
  composer
  genre
  label
  year
  trackNumber
  durationMs
  thumbnailUrl
  analysis {
    __typename
    ... on TrackAnalysis {
      ...TableValues
    }
  }
}
fragment TableValues on TrackAnalysis {
  recordingId
  tempo
  key
  mode
  camelot
  timeSignature
  energy
  liveness
  danceability
  instrumentalness
  speechiness
  acousticness
  valence
  arousal
  approachability
  engagement
  mood {
    happy
    sad
    relaxed
    aggressive
  }
}`) as unknown as TypedDocumentString<PlaylistPageQuery, PlaylistPageQueryVariables>;
export const EditPlaylistDocument = new TypedDocumentString(`
    mutation EditPlaylist($input: EditPlaylistInput!) {
  editPlaylist(input: $input) {
    ...PlaylistFacts
  }
}
    fragment PlaylistFacts on Playlist {
  id
  name
  note
  kind
  length
  trackCount
  durationMs
  changedAt
  revision
  isUndoable
  conditions
  from
}`) as unknown as TypedDocumentString<EditPlaylistMutation, EditPlaylistMutationVariables>;
export const CopyPlaylistDocument = new TypedDocumentString(`
    mutation CopyPlaylist($id: ID!) {
  copyPlaylist(id: $id) {
    ...PlaylistFacts
  }
}
    fragment PlaylistFacts on Playlist {
  id
  name
  note
  kind
  length
  trackCount
  durationMs
  changedAt
  revision
  isUndoable
  conditions
  from
}`) as unknown as TypedDocumentString<CopyPlaylistMutation, CopyPlaylistMutationVariables>;
export const DeletePlaylistDocument = new TypedDocumentString(`
    mutation DeletePlaylist($id: ID!) {
  deletePlaylist(id: $id)
}
    `) as unknown as TypedDocumentString<DeletePlaylistMutation, DeletePlaylistMutationVariables>;
export const UndoPlaylistDocument = new TypedDocumentString(`
    mutation UndoPlaylist($id: ID!, $revision: Int) {
  undoPlaylist(id: $id, revision: $revision) {
    ...PlaylistFacts
  }
}
    fragment PlaylistFacts on Playlist {
  id
  name
  note
  kind
  length
  trackCount
  durationMs
  changedAt
  revision
  isUndoable
  conditions
  from
}`) as unknown as TypedDocumentString<UndoPlaylistMutation, UndoPlaylistMutationVariables>;
export const LibraryPageDocument = new TypedDocumentString(`
    query LibraryPage($first: Int!, $after: String) {
  tracks(first: 1, filter: {presence: ANY}) {
    totalCount
  }
  library {
    ...LibraryProgress
    folders {
      path
      fileCount
      isConfigured
      isAdded
      isPaused
      problem
      away {
        path
        reason
        fileCount
      }
    }
    failures(first: $first, after: $after) {
      totalCount
      edges {
        cursor
        node {
          trackKey
          code
          message
          path
          track {
            artist
            trackName
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment LibraryProgress on Library {
  isAnalysing
  files
  tracks
  analysed
  outdated
  waiting
  paused
  failed
  failureCounts {
    code
    count
  }
  tracksPerHour
  secondsLeft
  running {
    trackKey
    artist
    trackName
  }
  scans {
    filesSeen
    filesLeft
  }
  lastScan {
    endedAt
    result
  }
  lastCheck {
    endedAt
    damaged {
      row
      audio
      playlist
    }
  }
}`) as unknown as TypedDocumentString<LibraryPageQuery, LibraryPageQueryVariables>;
export const LibraryProgressedDocument = new TypedDocumentString(`
    subscription LibraryProgressed {
  libraryUpdated {
    ...LibraryProgress
  }
}
    fragment LibraryProgress on Library {
  isAnalysing
  files
  tracks
  analysed
  outdated
  waiting
  paused
  failed
  failureCounts {
    code
    count
  }
  tracksPerHour
  secondsLeft
  running {
    trackKey
    artist
    trackName
  }
  scans {
    filesSeen
    filesLeft
  }
  lastScan {
    endedAt
    result
  }
  lastCheck {
    endedAt
    damaged {
      row
      audio
      playlist
    }
  }
}`) as unknown as TypedDocumentString<LibraryProgressedSubscription, LibraryProgressedSubscriptionVariables>;
export const ScansDocument = new TypedDocumentString(`
    subscription Scans {
  libraryUpdated {
    scans {
      filesSeen
      filesLeft
    }
  }
}
    `) as unknown as TypedDocumentString<ScansSubscription, ScansSubscriptionVariables>;
export const ScanNowDocument = new TypedDocumentString(`
    mutation ScanNow {
  scanLibrary {
    isAnalysing
  }
}
    `) as unknown as TypedDocumentString<ScanNowMutation, ScanNowMutationVariables>;
export const TryAgainDocument = new TypedDocumentString(`
    mutation TryAgain($by: TrackRef) {
  retryAnalyses(by: $by)
}
    `) as unknown as TypedDocumentString<TryAgainMutation, TryAgainMutationVariables>;
export const MapTracksDocument = new TypedDocumentString(`
    query MapTracks($tracks: [TrackRef!]!) {
  analyses(tracks: $tracks) {
    __typename
    ... on TrackAnalysis {
      recordingId
      trackName
      artist
      tempo
      key
      mode
    }
  }
}
    `) as unknown as TypedDocumentString<MapTracksQuery, MapTracksQueryVariables>;
export const MixEndsDocument = new TypedDocumentString(`
    query MixEnds($filter: TrackFilter, $first: Int!) {
  tracks(filter: $filter, orderBy: {field: ARTIST, direction: ASC}, first: $first) {
    edges {
      node {
        trackKey
        recordingId
        trackName
        artist
        album
      }
    }
  }
}
    `) as unknown as TypedDocumentString<MixEndsQuery, MixEndsQueryVariables>;
export const MixTrackDocument = new TypedDocumentString(`
    query MixTrack($ref: ID!) {
  track(by: {id: $ref}) {
    ...MixedTrack
  }
}
    fragment MixedTrack on Track {
  trackKey
  recordingId
  trackName
  artist
  album
  thumbnailUrl
  analysis {
    __typename
    ... on TrackAnalysis {
      tempo
      key
      mode
      camelot
      energy
      danceability
      valence
      arousal
    }
  }
}`) as unknown as TypedDocumentString<MixTrackQuery, MixTrackQueryVariables>;
export const MixStepsDocument = new TypedDocumentString(`
    query MixSteps($from: ID!, $to: ID!, $length: Int!, $filter: TrackFilter, $maxTempoChangePercent: Float, $artistSpacing: Int, $compatibleKeysOnly: Boolean, $excludedTracks: [TrackRef!]) {
  mixPath(
    start: {id: $from}
    end: {id: $to}
    length: $length
    filter: $filter
    maxTempoChangePercent: $maxTempoChangePercent
    artistSpacing: $artistSpacing
    compatibleKeysOnly: $compatibleKeysOnly
    excludedTracks: $excludedTracks
  ) {
    steps {
      track {
        ...MixedTrack
      }
    }
    unmet {
      rule
      asked
      found
    }
  }
}
    fragment MixedTrack on Track {
  trackKey
  recordingId
  trackName
  artist
  album
  thumbnailUrl
  analysis {
    __typename
    ... on TrackAnalysis {
      tempo
      key
      mode
      camelot
      energy
      danceability
      valence
      arousal
    }
  }
}`) as unknown as TypedDocumentString<MixStepsQuery, MixStepsQueryVariables>;
export const MixAlternativesDocument = new TypedDocumentString(`
    query MixAlternatives($before: ID!, $after: ID!, $first: Int!) {
  before: track(by: {id: $before}) {
    similar(first: $first) {
      similarity
      track {
        ...MixedTrack
      }
    }
  }
  after: track(by: {id: $after}) {
    similar(first: $first) {
      similarity
      track {
        ...MixedTrack
      }
    }
  }
}
    fragment MixedTrack on Track {
  trackKey
  recordingId
  trackName
  artist
  album
  thumbnailUrl
  analysis {
    __typename
    ... on TrackAnalysis {
      tempo
      key
      mode
      camelot
      energy
      danceability
      valence
      arousal
    }
  }
}`) as unknown as TypedDocumentString<MixAlternativesQuery, MixAlternativesQueryVariables>;
export const PlayedTrackDocument = new TypedDocumentString(`
    query PlayedTrack($ref: ID!) {
  track(by: {id: $ref}) {
    analysis(waitSeconds: 0) {
      __typename
      ... on TrackAnalysis {
        coveredSeconds
        details {
          field
          value
        }
        timeline {
          beats
          loudnessCurve {
            values
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PlayedTrackQuery, PlayedTrackQueryVariables>;
export const ReplacementsDocument = new TypedDocumentString(`
    query Replacements($query: String!) {
  searchLibrary(query: $query, first: 8, names: 1) {
    nodes {
      trackKey
      recordingId
      trackName
      artist
      album
      durationMs
    }
  }
}
    `) as unknown as TypedDocumentString<ReplacementsQuery, ReplacementsQueryVariables>;
export const PlaylistServersDocument = new TypedDocumentString(`
    query PlaylistServers($id: ID!) {
  playlist(id: $id) {
    servers {
      server
      kind
      isPublic
      state
      songCount
      leftOut
      sentAt
      problem
    }
  }
  library {
    folders {
      path
    }
  }
}
    `) as unknown as TypedDocumentString<PlaylistServersQuery, PlaylistServersQueryVariables>;
export const KeepPlaylistOnServerDocument = new TypedDocumentString(`
    mutation KeepPlaylistOnServer($input: KeepPlaylistOnServerInput!) {
  keepPlaylistOnServer(input: $input) {
    server
  }
}
    `) as unknown as TypedDocumentString<KeepPlaylistOnServerMutation, KeepPlaylistOnServerMutationVariables>;
export const TakePlaylistFromServerDocument = new TypedDocumentString(`
    mutation TakePlaylistFromServer($id: ID!, $server: String!) {
  takePlaylistFromServer(id: $id, server: $server)
}
    `) as unknown as TypedDocumentString<TakePlaylistFromServerMutation, TakePlaylistFromServerMutationVariables>;
export const SearchPageDocument = new TypedDocumentString(`
    query SearchPage($track: String!, $artist: String, $limit: Int!) {
  search(track: $track, artist: $artist, limit: $limit) {
    results {
      trackKey
      trackName
      artist
      thumbnailUrl
      track {
        ...TableTrack
      }
      analysis {
        ...FoundAnalysis
      }
    }
    unavailableProviders
  }
}
    fragment FoundAnalysis on AnalysisResult {
  __typename
  ... on TrackAnalysis {
    trackKey
    ...TableValues
  }
  ... on AnalysisPending {
    trackKey
    state
    position
  }
  ... on AnalysisFailed {
    trackKey
    code
    message
  }
}
fragment TableTrack on Track {
  trackKey
  recordingId
  trackName
  artist
  album
  albumArtist
  composer
  genre
  label
  year
  trackNumber
  durationMs
  thumbnailUrl
  analysis {
    __typename
    ... on TrackAnalysis {
      ...TableValues
    }
  }
}
fragment TableValues on TrackAnalysis {
  recordingId
  tempo
  key
  mode
  camelot
  timeSignature
  energy
  liveness
  danceability
  instrumentalness
  speechiness
  acousticness
  valence
  arousal
  approachability
  engagement
  mood {
    happy
    sad
    relaxed
    aggressive
  }
}`) as unknown as TypedDocumentString<SearchPageQuery, SearchPageQueryVariables>;
export const StartAnalysisDocument = new TypedDocumentString(`
    query StartAnalysis($trackKey: TrackKey!) {
  analyses(tracks: [{key: $trackKey}], compute: true, waitSeconds: 0) {
    ...FoundAnalysis
  }
}
    fragment FoundAnalysis on AnalysisResult {
  __typename
  ... on TrackAnalysis {
    trackKey
    ...TableValues
  }
  ... on AnalysisPending {
    trackKey
    state
    position
  }
  ... on AnalysisFailed {
    trackKey
    code
    message
  }
}
fragment TableValues on TrackAnalysis {
  recordingId
  tempo
  key
  mode
  camelot
  timeSignature
  energy
  liveness
  danceability
  instrumentalness
  speechiness
  acousticness
  valence
  arousal
  approachability
  engagement
  mood {
    happy
    sad
    relaxed
    aggressive
  }
}`) as unknown as TypedDocumentString<StartAnalysisQuery, StartAnalysisQueryVariables>;
export const FoundAnalysesDocument = new TypedDocumentString(`
    subscription FoundAnalyses($tracks: [TrackRef!]!) {
  analysisUpdated(tracks: $tracks) {
    ...FoundAnalysis
  }
}
    fragment FoundAnalysis on AnalysisResult {
  __typename
  ... on TrackAnalysis {
    trackKey
    ...TableValues
  }
  ... on AnalysisPending {
    trackKey
    state
    position
  }
  ... on AnalysisFailed {
    trackKey
    code
    message
  }
}
fragment TableValues on TrackAnalysis {
  recordingId
  tempo
  key
  mode
  camelot
  timeSignature
  energy
  liveness
  danceability
  instrumentalness
  speechiness
  acousticness
  valence
  arousal
  approachability
  engagement
  mood {
    happy
    sad
    relaxed
    aggressive
  }
}`) as unknown as TypedDocumentString<FoundAnalysesSubscription, FoundAnalysesSubscriptionVariables>;
export const SimilarPageDocument = new TypedDocumentString(`
    query SimilarPage($ref: ID!, $first: Int!) {
  track(by: {id: $ref}) {
    similar(first: $first) {
      ...SimilarRow
    }
  }
}
    fragment SimilarRow on SimilarTrack {
  similarity
  track {
    ...TableTrack
  }
  reasons {
    field
    value
    otherValue
    closeness
  }
}
fragment TableTrack on Track {
  trackKey
  recordingId
  trackName
  artist
  album
  albumArtist
  composer
  genre
  label
  year
  trackNumber
  durationMs
  thumbnailUrl
  analysis {
    __typename
    ... on TrackAnalysis {
      ...TableValues
    }
  }
}
fragment TableValues on TrackAnalysis {
  recordingId
  tempo
  key
  mode
  camelot
  timeSignature
  energy
  liveness
  danceability
  instrumentalness
  speechiness
  acousticness
  valence
  arousal
  approachability
  engagement
  mood {
    happy
    sad
    relaxed
    aggressive
  }
}`) as unknown as TypedDocumentString<SimilarPageQuery, SimilarPageQueryVariables>;
export const SoundsLikeDocument = new TypedDocumentString(`
    query SoundsLike($sound: SoundInput!, $first: Int!) {
  soundsLike(sound: $sound, first: $first) {
    ...SimilarRow
  }
}
    fragment SimilarRow on SimilarTrack {
  similarity
  track {
    ...TableTrack
  }
  reasons {
    field
    value
    otherValue
    closeness
  }
}
fragment TableTrack on Track {
  trackKey
  recordingId
  trackName
  artist
  album
  albumArtist
  composer
  genre
  label
  year
  trackNumber
  durationMs
  thumbnailUrl
  analysis {
    __typename
    ... on TrackAnalysis {
      ...TableValues
    }
  }
}
fragment TableValues on TrackAnalysis {
  recordingId
  tempo
  key
  mode
  camelot
  timeSignature
  energy
  liveness
  danceability
  instrumentalness
  speechiness
  acousticness
  valence
  arousal
  approachability
  engagement
  mood {
    happy
    sad
    relaxed
    aggressive
  }
}`) as unknown as TypedDocumentString<SoundsLikeQuery, SoundsLikeQueryVariables>;
export const TablePageDocument = new TypedDocumentString(`
    query TablePage($filter: TrackFilter, $orderBy: TrackOrder, $first: Int, $offset: Int) {
  tracks(filter: $filter, orderBy: $orderBy, first: $first, offset: $offset) {
    totalCount
    edges {
      node {
        ...TableTrack
      }
    }
  }
}
    fragment TableTrack on Track {
  trackKey
  recordingId
  trackName
  artist
  album
  albumArtist
  composer
  genre
  label
  year
  trackNumber
  durationMs
  thumbnailUrl
  analysis {
    __typename
    ... on TrackAnalysis {
      ...TableValues
    }
  }
}
fragment TableValues on TrackAnalysis {
  recordingId
  tempo
  key
  mode
  camelot
  timeSignature
  energy
  liveness
  danceability
  instrumentalness
  speechiness
  acousticness
  valence
  arousal
  approachability
  engagement
  mood {
    happy
    sad
    relaxed
    aggressive
  }
}`) as unknown as TypedDocumentString<TablePageQuery, TablePageQueryVariables>;
export const TableTracksDocument = new TypedDocumentString(`
    query TableTracks($tracks: [TrackRef!]!) {
  analyses(tracks: $tracks) {
    __typename
    ... on TrackAnalysis {
      track {
        ...TableTrack
      }
    }
  }
}
    fragment TableTrack on Track {
  trackKey
  recordingId
  trackName
  artist
  album
  albumArtist
  composer
  genre
  label
  year
  trackNumber
  durationMs
  thumbnailUrl
  analysis {
    __typename
    ... on TrackAnalysis {
      ...TableValues
    }
  }
}
fragment TableValues on TrackAnalysis {
  recordingId
  tempo
  key
  mode
  camelot
  timeSignature
  energy
  liveness
  danceability
  instrumentalness
  speechiness
  acousticness
  valence
  arousal
  approachability
  engagement
  mood {
    happy
    sad
    relaxed
    aggressive
  }
}`) as unknown as TypedDocumentString<TableTracksQuery, TableTracksQueryVariables>;
export const TrackPageDocument = new TypedDocumentString(`
    query TrackPage($ref: ID!) {
  track(by: {id: $ref}) {
    trackKey
    recordingId
    trackName
    artist
    album
    composer
    work
    movement
    trackNumber
    durationMs
    isrc
    thumbnailUrl
    tagged {
      tempo
      keyString
    }
    analysis(compute: true, waitSeconds: 0) {
      __typename
      ... on TrackAnalysis {
        analysisVersion
        recordingId
        isVerified
        otherRecordings
        recording {
          goneAt
          files {
            path
          }
        }
        analyzedAt
        source
        coveredSeconds
        durationMs
        tempo
        key
        mode
        camelot
        openKey
        timeSignature
        details {
          field
          value
          confidence
          method
        }
        corrections {
          field
          value
          measured
        }
        tempoRivals {
          bpm
          confidence
        }
        timeline {
          ...DrawnTimeline
        }
      }
      ... on AnalysisPending {
        state
        position
      }
      ... on AnalysisFailed {
        code
        message
        isRetryable
        retryAfterSeconds
      }
    }
  }
}
    fragment DrawnTimeline on Timeline {
  coveredSeconds
  beats
  downbeats
  sections {
    startSeconds
    durationSeconds
    label
    loudness
    energy
    tempo
    key
    mode
  }
  loudnessCurve {
    hopSeconds
    values
  }
  energyCurve {
    hopSeconds
    values
  }
  tempoCurve {
    hopSeconds
    values
  }
  localKeys {
    startSeconds
    durationSeconds
    key
    mode
    camelot
    confidence
  }
}`) as unknown as TypedDocumentString<TrackPageQuery, TrackPageQueryVariables>;
export const TrackProgressDocument = new TypedDocumentString(`
    subscription TrackProgress($tracks: [TrackRef!]!) {
  analysisUpdated(tracks: $tracks) {
    __typename
    ... on AnalysisPending {
      state
      position
    }
  }
}
    `) as unknown as TypedDocumentString<TrackProgressSubscription, TrackProgressSubscriptionVariables>;