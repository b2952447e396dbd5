import type { AccessService } from "./access/access-service.js";
import type { AnalysisService } from "./analysis/analysis-service.js";
import type { AnalysisUpdates } from "./progress/analysis-updates.js";
import type { CatalogueService } from "./catalogue/catalogue-service.js";
import type { ExportService } from "./export/export-service.js";
import type { FailureLog } from "./operations/failure-log.js";
import type { IdentifiedAnalyses } from "./analysis/identified-analyses.js";
import type { HealthService } from "./operations/health-service.js";
import type { JobService } from "./jobs/job-service.js";
import type { LookupService } from "./search/lookup-service.js";
import type { LibraryAnalysis } from "./library/library-analysis.js";
import type { LibraryStatusService } from "./library/library-status-service.js";
import type { LibraryService } from "./library/library-service.js";
import type { MetricsService } from "./operations/metrics-service.js";
import type { SearchService } from "./search/search-service.js";
import type { MixPathService } from "./similarity/mix-path-service.js";
import type { SimilarityService } from "./similarity/similarity-service.js";
import type { TimelineService } from "./analysis/timeline-service.js";
import type { TrackService } from "./search/track-service.js";
import type { UploadService } from "./analysis/upload-service.js";
import type { WorkerService } from "./workers/worker-service.js";
import type { WebhookService } from "./webhooks/webhook-service.js";

/** The services that REST, GraphQL and the other edges use. */
export interface Services {
  readonly search: SearchService;
  readonly tracks: TrackService;
  readonly lookup: LookupService;
  readonly analyses: AnalysisService;
  readonly timelines: TimelineService;
  readonly updates: AnalysisUpdates;
  readonly identified: IdentifiedAnalyses;
  readonly uploads: UploadService;
  readonly catalogue: CatalogueService;
  readonly exports: ExportService;
  readonly similarity: SimilarityService;
  readonly mixPaths: MixPathService;
  readonly library: LibraryService;
  readonly libraryAnalysis: LibraryAnalysis;
  readonly libraryStatus: LibraryStatusService;
  readonly webhooks: WebhookService;
  readonly workers: WorkerService;
  readonly jobs: JobService;
  readonly access: AccessService;
  readonly health: HealthService;
  readonly metrics: MetricsService;
  readonly failures: FailureLog;
}
