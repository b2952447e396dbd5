import type { AudioAnalysis } from "../../domain/analysis.js";
import { AnalyzerBusyError, AudioUndecodableError } from "../../domain/errors.js";
import { analysisVersion } from "../../dsp/index.js";
import type { Analyzer } from "../../ports/analyzer.js";
import type { EncodedAudio } from "../../ports/audio-source.js";
import { ThreadPool } from "../threads/thread-pool.js";
import type { AnalysisReply, AnalysisRequest } from "./analysis-exchange.js";
import { toAnalysis } from "./to-analysis.js";

export interface WorkerAnalyzerOptions {
  /** Threads at work at once, integer >= 1. */
  readonly concurrency: number;
  /** How many calls may wait for a thread, integer >= 0. */
  readonly queueLimit?: number;
  /** How long one analysis may take before its thread counts as hung. */
  readonly timeoutMilliseconds?: number;
  /** Where the heap of a thread ends, MiB. */
  readonly maxHeapMegabytes?: number;
  /** The file that threads run. */
  readonly workerUrl?: URL;
}

/** The entry point beside this file: `.ts` from source, `.js` once built. */
const ownWorkerUrl = new URL(
  import.meta.url.endsWith(".ts") ? "analysis-worker.ts" : "analysis-worker.js",
  import.meta.url,
);

/** Seconds that an analysis is assumed to take until one has been seen. */
const assumedSeconds = 5;

/** Analyses in threads, one analysis a thread. */
export class WorkerAnalyzer implements Analyzer {
  readonly version = analysisVersion;

  readonly #concurrency: number;
  readonly #queueLimit: number;
  readonly #pool: ThreadPool<AnalysisRequest, AnalysisReply>;

  constructor(options: WorkerAnalyzerOptions) {
    const { concurrency, queueLimit = 1_000 } = options;
    this.#concurrency = concurrency;
    this.#queueLimit = queueLimit;
    this.#pool = new ThreadPool({
      concurrency,
      timeoutMilliseconds: options.timeoutMilliseconds ?? 600_000,
      maxHeapMegabytes: options.maxHeapMegabytes ?? 512,
      workerUrl: options.workerUrl ?? ownWorkerUrl,
      assumedSeconds,
      jobName: "The analysis",
    });
  }

  /**
   * @throws {ThreadCrashedError} the thread died under this call
   * @throws {TimedOutError} it took longer than it may
   */
  async analyze(audio: EncodedAudio, signal?: AbortSignal): Promise<AudioAnalysis> {
    signal?.throwIfAborted();
    this.#pool.throwIfClosed();
    const { waitingCount, isFull } = this.#pool;
    if (isFull && waitingCount >= this.#queueLimit) {
      const roundsAhead = (waitingCount + 1) / this.#concurrency;
      throw new AnalyzerBusyError(Math.ceil(roundsAhead * this.#pool.typicalSeconds));
    }
    const reply = await this.#pool.run(audio, signal);
    if (!reply.ok) throw new AudioUndecodableError(reply.reason);
    return toAnalysis(reply.features, this.version);
  }

  /** Ends all threads. Calls under way and waiting reject. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}
