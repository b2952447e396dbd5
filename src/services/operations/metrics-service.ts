import type { JobAdministration } from "../../ports/analysis/job-administration.js";
import type { JobQueue } from "../../ports/analysis/job-queue.js";
import type { LibraryStore } from "../../ports/library/library-store.js";
import type {
  CompletedOperation,
  CompletedRequest,
  BreakerReading,
  Exposition,
  Metrics,
} from "../../ports/runtime/metrics.js";

/** Records the metrics of requests, and returns all metrics for operators. */
export class MetricsService {
  constructor(
    private readonly needs: {
      readonly metrics: Metrics;
      readonly jobs: Pick<JobQueue, "load">;
      readonly administration: Pick<JobAdministration, "findLongestWait">;
      readonly library: LibraryStore;
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
    const [load, longestWaitSeconds, libraryFiles] = await Promise.all([
      jobs.load().catch(() => undefined),
      administration.findLongestWait().catch(() => undefined),
      this.needs.library.count().catch(() => undefined),
    ]);
    return this.needs.metrics.expose({
      breakers: this.needs.breakers(),
      ...(load && { waitingAnalyses: load.waiting, runningAnalyses: load.running }),
      ...(longestWaitSeconds !== undefined && { longestWaitSeconds }),
      ...(libraryFiles !== undefined && { libraryFiles }),
    });
  }
}
