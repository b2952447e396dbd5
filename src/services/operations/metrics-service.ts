import type { JobAdministration } from "../../ports/analysis/job-administration.js";
import type { JobQueue } from "../../ports/analysis/job-queue.js";
import type { LibraryStore } from "../../ports/library/library-store.js";
import type { LibraryStatusService } from "../library/library-status-service.js";
import type {
  CompletedOperation,
  CompletedRequest,
  BreakerReading,
  Exposition,
  Metrics,
} from "../../ports/runtime/metrics.js";

/** Until which age the status of the library is good enough: a reading of 100,000 tracks takes 0.9 s. */
const STATUS_AGE_MILLISECONDS = 60_000;

/** Records the metrics of requests, and returns all metrics for operators. */
export class MetricsService {
  constructor(
    private readonly needs: {
      readonly metrics: Metrics;
      readonly jobs: Pick<JobQueue, "load">;
      readonly administration: Pick<JobAdministration, "findLongestWait">;
      readonly library: LibraryStore;
      readonly libraryStatus: Pick<LibraryStatusService, "get">;
      /** Returns the current states of the providers' circuit breakers. */
      readonly breakers: () => readonly BreakerReading[];
    },
  ) {}

  recordRequest(request: CompletedRequest): void {
    this.needs.metrics.recordRequest(request);
  }

  recordOperation(operation: CompletedOperation): void {
    this.needs.metrics.recordOperation(operation);
  }

  /**
   * Returns all metrics. A gauge that cannot be read is left out, so that the others are returned.
   */
  async expose(): Promise<Exposition> {
    const { jobs, administration } = this.needs;
    const [load, longestWaitSeconds, libraryFiles, libraryStatus] = await Promise.all([
      jobs.load().catch(() => undefined),
      administration.findLongestWait().catch(() => undefined),
      this.needs.library.count().catch(() => undefined),
      this.needs.libraryStatus.get(STATUS_AGE_MILLISECONDS).catch(() => undefined),
    ]);
    return this.needs.metrics.expose({
      breakers: this.needs.breakers(),
      ...(load && { waitingAnalyses: load.waiting, runningAnalyses: load.running }),
      ...(longestWaitSeconds !== undefined && { longestWaitSeconds }),
      ...(libraryFiles !== undefined && { libraryFiles }),
      ...(libraryStatus && { libraryStatus }),
    });
  }
}
