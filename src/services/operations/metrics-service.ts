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
  readonly #metrics: Metrics;
  readonly #jobs: JobQueue;
  readonly #library: LibraryStore;
  readonly #breakers: () => readonly BreakerReading[];

  constructor(needs: {
    readonly metrics: Metrics;
    readonly jobs: JobQueue;
    readonly library: LibraryStore;
    /** Returns the current states of the providers' circuit breakers. */
    readonly breakers: () => readonly BreakerReading[];
  }) {
    this.#metrics = needs.metrics;
    this.#jobs = needs.jobs;
    this.#library = needs.library;
    this.#breakers = needs.breakers;
  }

  recordRequest(request: CompletedRequest): void {
    this.#metrics.recordRequest(request);
  }

  recordOperation(operation: CompletedOperation): void {
    this.#metrics.recordOperation(operation);
  }

  /**
   * Returns all metrics. A gauge that cannot be read is left out, so that the others are returned.
   */
  async expose(): Promise<Exposition> {
    const [load, libraryFiles] = await Promise.all([
      this.#jobs.load().catch(() => undefined),
      this.#library.count().catch(() => undefined),
    ]);
    return this.#metrics.expose({
      breakers: this.#breakers(),
      ...(load && { waitingAnalyses: load.waiting, runningAnalyses: load.running }),
      ...(libraryFiles !== undefined && { libraryFiles }),
    });
  }
}
