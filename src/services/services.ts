import type { AnonymousCallers } from "./access/anonymous-callers.js";
import type { AccessService } from "./access/access-service.js";
import type { AnalysisService } from "./analysis/analysis-service.js";
import type { CorrectionService } from "./analysis/correction-service.js";
import type { ForgettingService } from "./analysis/forgetting-service.js";
import type { AnalysisUpdates } from "./analysis/analysis-updates.js";
import type { ChangeFeed } from "./catalogue/change-feed.js";
import type { CatalogueService } from "./catalogue/catalogue-service.js";
import type { RecordingService } from "./catalogue/recording-service.js";
import type { ExportService } from "./export/export-service.js";
import type { FailureLog } from "./failure-log.js";
import type { ListImportService } from "./list-import/list-import-service.js";
import type { IdentificationService } from "./identification/identification-service.js";
import type { SuggestionService } from "./identification/suggestion-service.js";
import type { IdImport } from "./search/id-import.js";
import type { IdentifiedAnalyses } from "./analysis/identified-analyses.js";
import type { HealthService } from "./operations/health-service.js";
import type { JobService } from "./jobs/job-service.js";
import type { LookupService } from "./search/lookup-service.js";
import type { LibrarySearchService } from "./search/library-search-service.js";
import type { LibraryVerification } from "./library/library-verification.js";
import type { LibraryAnalysis } from "./library/library-analysis.js";
import type { LibraryUpdates } from "./library/library-updates.js";
import type { LibraryStatusService } from "./library/library-status-service.js";
import type { LibraryWatch } from "./library/library-watch.js";
import type { LibraryService } from "./library/library-service.js";
import type { MusicServerService } from "./music-servers/music-server-service.js";
import type { ServerPlaylistService } from "./music-servers/server-playlist-service.js";
import type { SongIdService } from "./music-servers/song-id-service.js";
import type { StoredCheckService } from "./operations/stored-check-service.js";
import type { MetricsService } from "./operations/metrics-service.js";
import type { DuplicatePlaylists } from "./duplicates/duplicate-playlists.js";
import type { DuplicateService } from "./duplicates/duplicate-service.js";
import type { PerformanceService } from "./performances/performance-service.js";
import type { PerformanceLinking } from "./performances/performance-linking.js";
import type { PlaylistService } from "./playlists/playlist-service.js";
import type { PlaylistFiles } from "./playlists/playlist-files.js";
import type { ProcessorBudgets } from "./access/processor-budgets.js";
import type { RecommendationService } from "./spotify/recommendation-service.js";
import type { RepeatableRequests } from "./access/repeatable-requests.js";
import type { SearchService } from "./search/search-service.js";
import type { ContinuationService } from "./similarity/continuation-service.js";
import type { MixPathService } from "./similarity/mix-path-service.js";
import type { SessionService } from "./access/session-service.js";
import type { ArtistSimilarityService } from "./similarity/artist-similarity-service.js";
import type { SentenceService } from "./sentences/sentence-service.js";
import type { SimilarityService } from "./similarity/similarity-service.js";
import type { TrackService } from "./search/track-service.js";
import type { UploadService } from "./analysis/upload-service.js";
import type { WorkerService } from "./workers/worker-service.js";
import type { WebhookService } from "./webhooks/webhook-service.js";
import type { Logger } from "../ports/runtime/logger.js";
import type { Tracer } from "../ports/runtime/tracer.js";

/** The services that REST, GraphQL and the other edges use. */
export interface Services {
  readonly search: SearchService;
  readonly librarySearch: LibrarySearchService;
  readonly tracks: TrackService;
  readonly lookup: LookupService;
  readonly idImport: IdImport;
  readonly analyses: AnalysisService;
  readonly corrections: CorrectionService;
  readonly forgetting: ForgettingService;
  readonly updates: AnalysisUpdates;
  readonly identified: IdentifiedAnalyses;
  readonly uploads: UploadService;
  readonly identification: IdentificationService;
  readonly suggestions: SuggestionService;
  readonly catalogue: CatalogueService;
  readonly recordings: RecordingService;
  readonly changes: ChangeFeed;
  readonly exports: ExportService;
  readonly playlists: PlaylistService;
  readonly playlistFiles: PlaylistFiles;
  readonly listImports: ListImportService;
  readonly performances: PerformanceService;
  readonly duplicates: DuplicateService;
  readonly duplicatePlaylists: DuplicatePlaylists;
  readonly performanceLinking: Pick<PerformanceLinking, "finish">;
  readonly sentences: SentenceService;
  readonly similarity: SimilarityService;
  readonly artistSimilarity: ArtistSimilarityService;
  readonly recommendations: RecommendationService;
  readonly mixPaths: MixPathService;
  readonly continuations: ContinuationService;
  readonly library: LibraryService;
  readonly libraryAnalysis: LibraryAnalysis;
  readonly libraryVerification: LibraryVerification;
  readonly libraryStatus: LibraryStatusService;
  readonly libraryUpdates: LibraryUpdates;
  readonly libraryWatch: Pick<LibraryWatch, "requestScan" | "requestSurvey" | "scanFirst">;
  readonly musicServers: MusicServerService;
  readonly serverPlaylists: ServerPlaylistService;
  readonly songIds: SongIdService;
  readonly storedChecks: StoredCheckService;
  readonly webhooks: WebhookService;
  readonly workers: WorkerService;
  readonly jobs: JobService;
  readonly access: AccessService;
  readonly anonymous: AnonymousCallers;
  readonly processorBudgets: ProcessorBudgets;
  readonly sessions: SessionService;
  readonly repeatable: RepeatableRequests;
  readonly health: HealthService;
  readonly metrics: MetricsService;
  readonly failures: FailureLog;
}

/** The composed services, and the functions that start and stop them. */
export interface Application {
  readonly services: Services;
  readonly logger: Logger;
  readonly tracer: Tracer;
  /** Builds the indexes in memory in the background; resolves when they are built. */
  prepare(): Promise<void>;
  /** Starts the background work of a server: analyses and webhooks. Called at most once. */
  start(): void;
  /** Starts to run analyses, and nothing else: for a command that waits for them, instead of `start`. */
  startJobs(): void;
  /** Ends all waiting for analyses: requests get the current state at once, now and later. */
  endWaits(): void;
  /**
   * Aborts the analyses that wait or run. Clients that uploaded a file get the response to send it again.
   */
  endJobs(): Promise<void>;
  close(): Promise<void>;
}
