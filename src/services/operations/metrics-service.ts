import type { JobQueue } from "../../ports/analysis/job-queue.js";
import type { LibraryStore } from "../../ports/library/library-store.js";
import type {
  CompletedOperation,
  CompletedRequest,
  BreakerReading,
  Exposition,
  Metrics,
} from "../../ports/runtime/metrics.js";

/** What the edges report of their work, and all measurements for those who run the server. */
export class MetricsService {
  readonly #metrics: Metrics;
  readonly #jobs: JobQueue;
  readonly #library: LibraryStore;
  readonly #breakers: () => readonly BreakerReading[];

  constructor(needs: {
    readonly metrics: Metrics;
    readonly jobs: JobQueue;
    readonly library: LibraryStore;
    /** How the circuit breakers of the providers stand now. */
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

  /** All measurements. A level that cannot be read is left out, so that the rest can be had. */
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
