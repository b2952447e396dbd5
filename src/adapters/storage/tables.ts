import type { IdLink } from "../../domain/track/id-link.js";
import type { EstimateMethod } from "../../domain/analysis/analysis.js";
import type { EstimateField } from "../../domain/analysis/descriptors.js";
import type { Absence } from "../../domain/library/library-directory.js";
import type { Session, SignInLink } from "../../domain/browser-session.js";
import type { Delivery } from "../../domain/webhook/webhook-delivery.js";
import type { Webhook } from "../../domain/webhook/webhook.js";
import type { RowSealsTable, StoredChecksTable } from "./seal-tables.js";

/** Every table, by the name that queries use; in the database, names are in snake case. */
export interface Schema {
  readonly analyses: AnalysesTable;
  readonly analysisChanges: AnalysisChangesTable;
  readonly analysisDetails: AnalysisDetailsTable;
  readonly analysisFailures: AnalysisFailuresTable;
  readonly analysisFingerprints: AnalysisFingerprintsTable;
  readonly analysisJobs: AnalysisJobsTable;
  readonly analysisRevision: AnalysisRevisionTable;
  readonly analysisTimelines: AnalysisTimelinesTable;
  readonly apiKeys: ApiKeysTable;
  readonly cacheEntries: CacheEntriesTable;
  readonly catalogueSnapshots: CatalogueSnapshotsTable;
  readonly catalogueSnapshotPortions: CatalogueSnapshotPortionsTable;
  readonly corrections: CorrectionsTable;
  readonly furtherKeys: FurtherKeysTable;
  readonly idLinks: IdLink;
  readonly indexedFingerprints: IndexedFingerprintsTable;
  readonly libraryDirectories: LibraryDirectoriesTable;
  readonly libraryFiles: LibraryFilesTable;
  readonly libraryFolders: LibraryFoldersTable;
  readonly libraryRevision: LibraryRevisionTable;
  readonly libraryScans: LibraryScansTable;
  readonly likenessLayouts: LikenessLayoutsTable;
  readonly musicServers: MusicServersTable;
  readonly performanceLinks: PerformanceLinksTable;
  readonly playlistFiles: PlaylistFilesTable;
  readonly playlistRevisions: PlaylistRevisionsTable;
  readonly playlistRows: PlaylistRowsTable;
  readonly playlists: PlaylistsTable;
  readonly providerTurns: ProviderTurnsTable;
  readonly rateWindows: RateWindowsTable;
  readonly recordingNames: RecordingNamesTable;
  readonly recordingPins: RecordingPinsTable;
  readonly repeatableRequests: RepeatableRequestsTable;
  readonly rowSeals: RowSealsTable;
  readonly serverPlaylists: ServerPlaylistsTable;
  readonly serverSongs: ServerSongsTable;
  readonly sessions: SessionsTable;
  readonly signInLinks: SignInLinksTable;
  readonly storedChecks: StoredChecksTable;
  readonly uploadParts: UploadPartsTable;
  readonly webhookDeliveries: WebhookDeliveriesTable;
  readonly webhooks: WebhooksTable;
}

/** One row per recording that was ever analysed: the revision of its last change. */
interface AnalysisChangesTable {
  readonly recordingId: string;
  readonly revision: number;
}

/** Failures that are remembered for a while; a job has at most one of each kind. */
interface AnalysisFailuresTable {
  /** "track" or "upload". */
  readonly kind: string;
  /** That of the job which failed: a track key, or one of a file. */
  readonly name: string;
  readonly trackKey: string;
  /** JSON. */
  readonly failure: string;
  /** By the time of the database, milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Jobs of all processes and analysis versions: those that wait or run, and for a while those that have ended. */
export interface AnalysisJobsTable {
  readonly id: string;
  readonly version: number;
  /** Its track key, the id of its upload, or `file:` and the id of its file. */
  readonly name: string;
  /** Version and name while it waits or runs, when they are unique; then `null`. */
  readonly liveName: string | null;
  readonly trackKey: string;
  /** JSON. */
  readonly track: string;
  /** JSON; `null` without an upload. */
  readonly upload: string | null;
  /** JSON; `null` where it is not of a file of the library. */
  readonly file: string | null;
  /** "waiting", "running" or "ended". */
  readonly state: string;
  /** 0 where a client waits for it, 1 in the background. */
  readonly priority: number;
  /** Its place in the order of arrival among jobs of one priority. */
  readonly place: number;
  /** Not claimed before this time of the database, milliseconds since 1970. */
  readonly runAfter: number;
  /** How often it was started, without the attempts that were released. */
  readonly attempts: number;
  /** How often its claim ran out. */
  readonly losses: number;
  /** Of the claim under which it runs. */
  readonly token: string | null;
  /** The queue of the process that claimed it last. */
  readonly owner: string | null;
  /** When a process declined it first, by the time of the database. */
  readonly declinedAt: number | null;
  /** Until when its claim lasts, by the time of the database. */
  readonly leaseUntil: number | null;
  /** JSON. */
  readonly outcome: string | null;
  /** When it ended, by the time of the database. */
  readonly endedAt: number | null;
  /** When it was added, by the time of the database; `null` of one that was there before the column. */
  readonly addedAt: number | null;
  /** When it was claimed last, by the time of the database; `null` as above. */
  readonly claimedAt: number | null;
  /** The name of the worker on another machine that claimed it last; `null` where a server did. */
  readonly worker: string | null;
  /** Why its last attempt failed, JSON. */
  readonly lastFailure: string | null;
  /** Where the trace of the request continues that added it, as a `traceparent` header has it. */
  readonly traceParent: string | null;
}

/** One row: the revision of the last change to analyses, removals included. */
interface AnalysisRevisionTable {
  readonly revision: number;
}

/** Cached values; a key is unique in its namespace. */
interface CacheEntriesTable {
  readonly namespace: string;
  readonly key: string;
  readonly value: string;
  /** Milliseconds since 1970; `null` for never. */
  readonly expiresAt: number | null;
}

/** One row per complete snapshot of the catalogue. */
interface CatalogueSnapshotsTable {
  readonly id: string;
  /** Format of its bytes; a snapshot of another layout is not read. */
  readonly layout: string;
  /** Every change up to this revision is in it. */
  readonly revision: number;
  /** How many portions it has. */
  readonly portions: number;
  /** How many analyses are in them. */
  readonly analyses: number;
}

/** Portions of snapshots, also of one that is still being written. */
interface CatalogueSnapshotPortionsTable {
  readonly snapshotId: string;
  /** Index of the portion in its snapshot, from 0. */
  readonly place: number;
  readonly content: Uint8Array;
}

/** What users state: one row for each recording and field, also where the recording has no analysis any more. */
interface CorrectionsTable {
  readonly recordingId: string;
  readonly field: string;
  /** JSON. */
  readonly value: string;
  /** Milliseconds since 1970. */
  readonly statedAt: number;
}

/** One row for each key by which clients may ask for a name, beside the key of the name itself. */
interface FurtherKeysTable {
  readonly askedKey: string;
  readonly trackKey: string;
}

/** One row per directory that files of the library lie in, the library folder included. */
interface LibraryDirectoriesTable {
  readonly folder: string;
  /** Empty for the library folder itself. */
  readonly relativePath: string;
  readonly inode: number;
  /** Milliseconds since 1970; 0 where it is not known. */
  readonly bornAt: number;
  /** 1 or 0. */
  readonly isMount: number;
  /** Why its files are away; null where they are not. */
  readonly absence: Absence | null;
  /** How many files are away; 0 where none are. */
  readonly awayFiles: number;
}

/** One row per library folder that was added or is paused. */
interface LibraryFoldersTable {
  readonly folder: string;
  /** 1 or 0. */
  readonly isAdded: number;
  /** 1 or 0. */
  readonly isPaused: number;
}

/** One row: the revision of the last change to library files, removals included. */
interface LibraryRevisionTable {
  readonly revision: number;
}

/** One row per scan that runs, and that of the scan that ended last. */
interface LibraryScansTable {
  readonly id: string;
  /** By the time of the database, milliseconds since 1970. */
  readonly startedAt: number;
  /** When it was known to run, or ended; as `startedAt`. */
  readonly reportedAt: number;
  /** The absolute path of the folder that is scanned; `null` before the first one. */
  readonly folder: string | null;
  readonly filesSeen: number;
  readonly filesLeft: number;
  /** JSON; `null` while it runs. */
  readonly outcome: string | null;
}

/** When the requests of all servers to a provider start. */
interface ProviderTurnsTable {
  readonly provider: string;
  /** JSON: the latest starts that were handed out, ascending, by the time of the database, milliseconds since 1970. */
  readonly starts: string;
  /** No request starts before this time of the database. */
  readonly heldUntil: number;
}

/** The requests of each caller in its window of a second, to all servers. */
interface RateWindowsTable {
  /** Its key or address, behind the kind. */
  readonly caller: string;
  readonly taken: number;
  /** By the time of the database, milliseconds since 1970. */
  readonly endsAt: number;
}

/** Requests that their callers may repeat: those that run, and those whose answer is kept. */
interface RepeatableRequestsTable {
  /** The lookup part of the API key. */
  readonly caller: string;
  readonly key: string;
  /** Of the claim under which it runs, or has run. */
  readonly token: string;
  /** JSON; `null` while it runs. */
  readonly answer: string | null;
  /** By the time of the database, milliseconds since 1970. */
  readonly expiresAt: number;
}

/** The files of uploads in parts, where servers do not share a disk. */
interface UploadPartsTable {
  readonly uploadId: string;
  /** Index of the part in its file, from 0. */
  readonly place: number;
  readonly sizeBytes: number;
  /** By the time of the database, milliseconds since 1970. */
  readonly storedAt: number;
  readonly content: Uint8Array;
}

/** The values that recordings are filtered and ordered by, with those that users state, one row per recording. */
export interface AnalysesTable {
  readonly recordingId: string;
  /** The key of the name that it is listed under: as the user states, that of its first file, or else the one it was measured under. */
  readonly trackKey: string;
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly analyzedAt: number;
  /** `durationSeconds` in whole milliseconds. */
  readonly durationMs: number;
  readonly durationSeconds: number;
  readonly artistFolded: string;
  readonly trackNameFolded: string;
  readonly artist: string;
  readonly trackName: string;
  readonly source: string;
  /** `ReleaseDetails` as JSON; `null` where nothing is known, and in rows older than the column. */
  readonly release: string | null;
  /** `HoldingFile` as JSON; `null` where no file holds it. */
  readonly holdingFile: string | null;
  /** When it left the library with the last of its files, milliseconds since 1970; `null` where it did not. */
  readonly goneAt: number | null;
  /** 1 or 0. */
  readonly isExcerpt: number;
  /** 0 where it may be of other audio than that of its file, because the id is no digest; else 1. */
  readonly isVerified: number;
  /** `StoredEstimates` as JSON: no query reads a single one, because the catalogue is in memory. */
  readonly estimates: string;
  /** Coordinates as a JSON array of integers; `null` where there are none. */
  readonly soundEmbedding: string | null;
  /**
   * `StatedName` as JSON: what it would be listed under by the rule, where the user states another name; `null` where
   * none is stated.
   */
  readonly ruledName: string | null;
}

/**
 * Value, confidence and method by field. A field that the version of the analysis did not estimate is
 * absent.
 */
export type StoredEstimates = Readonly<
  Partial<Record<EstimateField, readonly [number | null, number, EstimateMethod]>>
>;

/** The part of an analysis that is only read as a whole: `AnalysisDetails` as JSON, one row per analysis. */
export interface AnalysisDetailsTable {
  readonly recordingId: string;
  readonly details: string;
}

/** A timeline as JSON, one row per analysis that has one. */
export interface AnalysisTimelinesTable {
  readonly recordingId: string;
  readonly timeline: string;
}

/** The sound fingerprint of a recording as compressed text, one row per analysis that has one. */
export interface AnalysisFingerprintsTable {
  readonly recordingId: string;
  readonly fingerprint: string;
}

/** The indexed words of fingerprints, one row per recording. */
export interface IndexedFingerprintsTable {
  readonly recordingId: string;
  /** The words that an index holds (`indexedWordsOf`), 4 bytes each, the lowest first. */
  readonly words: Uint8Array;
  /** 1 once it was compared with the recordings that were stored before it; else 0. */
  readonly isCompared: number;
  /** Until when a process compares it, by the time of the database; 0 when none does. */
  readonly takenUntil: number;
}

/** Pairs of recordings that may be of one performance. */
export interface PerformanceLinksTable {
  /** The smaller id of the two. */
  readonly firstId: string;
  readonly secondId: string;
  /** How sure it is, `MIN_LINK_SCORE`..1. */
  readonly score: number;
  /** Where the second begins in the first, seconds; negative where it begins before. */
  readonly offsetSeconds: number;
  /** Share of the shorter recording that was found in the other, [0, 1]. */
  readonly share: number;
}

/** One row for each name under which a recording was measured or uploaded, or a file had it. */
interface RecordingNamesTable {
  readonly trackKey: string;
  readonly recordingId: string;
  readonly artist: string;
  readonly trackName: string;
}

/** One row per name for which the user chose a recording, which need not be stored. */
interface RecordingPinsTable {
  readonly trackKey: string;
  readonly recordingId: string;
}

/** One row per API key; times in milliseconds since 1970. */
export interface ApiKeysTable {
  readonly lookup: string;
  readonly secretHash: string;
  readonly name: string;
  /** Separated by commas. */
  readonly scopes: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

/** One row per track of the files of the library, which mostly have one, by folder, path below it, and number of the track. */
export interface LibraryFilesTable {
  readonly folder: string;
  readonly relativePath: string;
  /** The number of the track in the cue sheet of the file; 0 where the file is one track. */
  readonly rangeNumber: number;
  /** Where the track begins in the file, 1/75 s; null where the file is one track. */
  readonly rangeStart: number | null;
  /** Where it ends; null where it ends with the file. */
  readonly rangeEnd: number | null;
  /** A digest of the names and states of the cue sheets in its directory; null where there are none. */
  readonly sheets: string | null;
  /** A digest of what its music server says of it; null where it lies on a disk. */
  readonly facts: string | null;
  /** A unique number for every write of a row, ascending. */
  readonly revision: number;
  /** Artist and track name as searches compare them; after those of the tags, those that a user states. */
  readonly namesFolded: string;
  readonly trackKey: string;
  readonly artist: string;
  readonly trackName: string;
  /** A JSON array of names; `null` where there is one artist. */
  readonly artists: string | null;
  readonly album: string | null;
  readonly albumArtist: string | null;
  readonly durationSeconds: number | null;
  readonly isrc: string | null;
  readonly musicbrainzId: string | null;
  /** 1 or 0. */
  readonly hasCover: number;
  readonly sizeBytes: number;
  readonly modifiedAt: number;
  readonly fingerprint: string;
  readonly fileId: string;
  /** Milliseconds since 1970; 0 where it is not known. */
  readonly changedAt: number;
  /** 0 where it is not known. */
  readonly inode: number;
  /** The recording that it held when it was last read whole; `null` where its bytes may have changed since. */
  readonly recordingId: string | null;
  /** The recording that it held before its bytes may have changed. */
  readonly formerRecordingId: string | null;
  /** The digest of its audio in databases before version 0031; `null` in rows that were written since. */
  readonly audioDigest: string | null;
  /** `TaggedValues` as JSON. */
  readonly tagged: string | null;
  /** A digest of the names and states of what is called as a cover is in its directory; `null` where there is none. */
  readonly covers: string | null;
  /** The name of the picture in the same directory; `null` where there is none. */
  readonly coverBeside: string | null;
  readonly genre: string | null;
  readonly year: number | null;
  readonly trackNumber: number | null;
  readonly discNumber: number | null;
  readonly composer: string | null;
  readonly work: string | null;
  readonly movement: string | null;
  readonly movementNumber: number | null;
  readonly label: string | null;
  readonly format: string | null;
  readonly bitRateKbps: number | null;
  /** Milliseconds since 1970; `null` where it was found before the column. */
  readonly addedAt: number | null;
}

/** One row per music server. */
export interface MusicServersTable {
  readonly name: string;
  readonly kind: string;
  readonly url: string;
  /** `null` where an API key signs in. */
  readonly userName: string | null;
  /** The password or the API key, encrypted. */
  readonly secret: string;
  /** 0 or 1. */
  readonly sendsPassword: number;
  readonly requestsPerSecond: number;
  readonly bytesPerSecond: number | null;
  /** `MountedFolder[]` as JSON. */
  readonly mounted: string;
  readonly addedAt: number;
}

/** One row: the layout of the map by likeness. */
export interface LikenessLayoutsTable {
  /** Of the layout, from 1 on. */
  readonly number: number;
  readonly version: string;
  readonly madeOf: number;
  /** Landmarks and their places, in base64. */
  readonly content: string;
}

/** One row per playlist that is kept on a music server. */
export interface ServerPlaylistsTable {
  readonly playlistId: string;
  /** The name of the server. */
  readonly server: string;
  readonly kind: string;
  /** 0 or 1. */
  readonly isPublic: number;
  /** Who signs in; `null` where the login of the server does, or an API key. */
  readonly userName: string | null;
  /** The password or the API key, encrypted; `null` where the login of the server signs in. */
  readonly secret: string | null;
  /** One of `serverPlaylistStates`. */
  readonly state: string;
  /** The id of the playlist on the server; `null` where it is not there. */
  readonly remoteId: string | null;
  /** What was sent last, `ServerPlaylistContent` as JSON. */
  readonly sent: string | null;
  /** What is being sent, `SendingContent` as JSON; `null` where nothing is. */
  readonly sending: string | null;
  /** A digest of what was sent last, with its note and whether it is public. */
  readonly digest: string | null;
  /** The revision of the playlist that was sent last. */
  readonly revision: number | null;
  /** The number of its tracks that the server does not have. */
  readonly leftOut: number | null;
  /** When it was last compared with the server, milliseconds since 1970. */
  readonly triedAt: number | null;
  /** When its content on the server last changed, milliseconds since 1970. */
  readonly sentAt: number | null;
  /** Why it was not sent, a sentence. */
  readonly problem: string | null;
  /** 0 or 1. */
  readonly isDue: number;
  /** 0 or 1. */
  readonly isEnding: number;
  /** Until when a process holds it, by the time of the database, milliseconds since 1970; 0 where none does. */
  readonly heldUntil: number;
}

/** One row per song that a music server lists, by its path below the folder of the server. */
export interface ServerSongsTable {
  /** The name of the server. */
  readonly server: string;
  readonly relativePath: string;
  readonly songId: string;
  readonly suffix: string;
  /** 0 where the server does not say it. */
  readonly sizeBytes: number;
  /** `AudioTags` as JSON. */
  readonly tags: string;
  readonly artistId: string | null;
  readonly coverId: string | null;
  readonly rating: number | null;
  readonly favouriteAt: number | null;
  readonly playCount: number | null;
  readonly playedAt: number | null;
}

/** What a revision of a playlist says beside its rows. */
interface PlaylistContentColumns {
  readonly name: string;
  readonly note: string;
  /** JSON; the text `null` where it has none. */
  readonly recipe: string;
  /** 0 or 1. */
  readonly isWritten: number;
  readonly undoRevision: number | null;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

/** Playlists, as their present revisions have them; times in milliseconds since 1970. */
export interface PlaylistsTable extends PlaylistContentColumns {
  readonly id: string;
  readonly owner: string;
  readonly createdAt: number;
  readonly revision: number;
  /** How many rows it has; `null` where its tracks are found anew. */
  readonly rowCount: number | null;
  /** Of its rows. */
  readonly durationMs: number;
  /** The number of the row that is added next. */
  readonly nextRow: number;
  /** When it was deleted; `null` where it was not. */
  readonly removedAt: number | null;
}

/** One row per content that was written into a file for a playlist within the last hour of it. */
interface PlaylistFilesTable {
  readonly folder: string;
  /** That of the file in the folder. */
  readonly name: string;
  /** The SHA-256 digest of the content. */
  readonly digest: string;
  readonly playlistId: string;
  /** The name that the file was to have. */
  readonly fileName: string;
  /** By the time of the database, milliseconds since 1970. */
  readonly notedAt: number;
}

/** One row per revision of a playlist that is kept, the present one included; none of them changes. */
interface PlaylistRevisionsTable extends PlaylistContentColumns {
  readonly playlistId: string;
  readonly revision: number;
  /** The numbers of its rows in their order, a JSON array; `null` where its tracks are found anew. */
  readonly rowNumbers: string | null;
  /** JSON: an array of pairs, the number of a row and what is noted of it. */
  readonly rowNotes: string;
}

/** One row per row of a playlist that a kept revision has. */
interface PlaylistRowsTable {
  readonly playlistId: string;
  readonly number: number;
  readonly recordingId: string;
  readonly artist: string;
  readonly trackName: string;
  readonly durationMs: number | null;
  /** The revision since which the playlist does not have it; `null` where it has. */
  readonly leftAt: number | null;
}

/** One row per session of a browser; times in milliseconds since 1970. */
export interface SessionsTable extends Omit<Session, "scopes" | "isDemo"> {
  /** Separated by commas; with `demo` where it was opened without a key. */
  readonly scopes: string;
}

/** One row per link that was not used yet. */
export interface SignInLinksTable extends Omit<SignInLink, "scopes"> {
  /** Separated by commas. */
  readonly scopes: string;
}

/** One row per webhook. */
export interface WebhooksTable extends Omit<Webhook, "events" | "secret"> {
  /** Encrypted. */
  readonly secret: string;
  /** Separated by commas. */
  readonly events: string;
}

/** One row per delivery. */
export interface WebhookDeliveriesTable extends Omit<Delivery, "attempts" | "event" | "state"> {
  readonly event: string;
  readonly state: string;
  /** JSON. */
  readonly attempts: string;
  /** The occurrence that it reports; a webhook has one delivery for each. `null` where there is no id for it. */
  readonly occurrence: string | null;
  /** Until when a process is sending it; 0 when none is. */
  readonly takenUntil: number;
}
