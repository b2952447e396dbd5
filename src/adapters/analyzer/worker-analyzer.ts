import type { AudioAnalysis } from "../../domain/analysis/analysis.js";
import { AnalysisTooCostlyError } from "../../domain/errors/analysis-errors.js";
import { TimedOutError } from "../../domain/errors/availability-errors.js";
import { ANALYSIS_VERSION, VERSION_CHANGES } from "../../dsp/analysis-version.js";
import type { Analyzer } from "../../ports/analysis/analyzer.js";
import type { EncodedAudio } from "../../ports/analysis/audio-source.js";
import type { Logger } from "../../ports/runtime/logger.js";
import { ThreadPool } from "../threads/thread-pool.js";
import { errorOfReply } from "./failure-exchange.js";
import type { AnalysisLimits, AnalysisReply } from "./analysis-exchange.js";

/** The number of threads, and the limits of one analysis. */
export interface WorkerAnalyzerOptions {
  /** Maximum number of threads, integer >= 1. */
  readonly concurrency: number;
  /** Maximum duration of an analysed recording, seconds. */
  readonly maxDurationSeconds?: number;
  /**
   * Time limit of one analysis in its thread. It is not processor time: Node 20 reports that only for
   * the whole process, it would not include ffmpeg, and only a timer outside of the thread can end one
   * that hangs in a codec.
   */
  readonly timeoutMilliseconds?: number;
  /** Maximum heap of a thread, MiB. */
  readonly maxHeapMegabytes?: number;
  /** The file that threads run. */
  readonly workerUrl?: URL;
  /** Is told what is wrong with audio that was analysed nevertheless. */
  readonly logger?: Pick<Logger, "warn">;
}

/** The entry point beside this file: `.ts` from source, `.js` once built. */
const ownWorkerUrl = new URL(
  import.meta.url.endsWith(".ts") ? "analysis-worker.ts" : "analysis-worker.js",
  import.meta.url,
);

/** Runs analyses in threads, one analysis per thread. Calls wait for a free thread in their order. */
export class WorkerAnalyzer implements Analyzer {
  readonly version = ANALYSIS_VERSION;
  readonly changes = VERSION_CHANGES;

  readonly #timeoutSeconds: number;
  readonly #logger: Pick<Logger, "warn"> | undefined;
  readonly #pool: ThreadPool<EncodedAudio, AnalysisReply>;

  constructor(options: WorkerAnalyzerOptions) {
    const { concurrency, timeoutMilliseconds = 600_000 } = options;
    const limits: AnalysisLimits = {
      maxDurationSeconds: options.maxDurationSeconds ?? 6 * 3_600,
      maxDecoderSeconds: Math.ceil(timeoutMilliseconds / 1_000),
    };
    this.#timeoutSeconds = timeoutMilliseconds / 1_000;
    this.#logger = options.logger;
    this.#pool = new ThreadPool({
      concurrency,
      timeoutMilliseconds,
      workerData: limits,
      maxHeapMegabytes: options.maxHeapMegabytes ?? 512,
      workerUrl: options.workerUrl ?? ownWorkerUrl,
      jobName: "The analysis",
    });
  }

  /**
   * @throws {ThreadCrashedError} the thread ended during this call
   * @throws {AudioTooLongError} the recording is longer than the maximum
   * @throws {AudioUnavailableError} its file temporarily cannot be read
   * @throws {AudioChangedError} its file was changed while it was read
   * @throws {AnalysisTooCostlyError} it exceeded the time limit
   */
  async analyze(audio: EncodedAudio, signal?: AbortSignal): Promise<AudioAnalysis> {
    const reply = await this.#pool.run(audio, signal).catch((error: unknown) => {
      if (error instanceof TimedOutError) throw new AnalysisTooCostlyError(this.#timeoutSeconds);
      throw error;
    });
    if (!reply.ok) throw errorOfReply(reply);
    for (const warning of reply.warnings) {
      const file = audio.kind === "file" ? audio.path : "upload";
      this.#logger?.warn("Audio was analysed that is not as it should be.", { file, warning });
    }
    return reply.analysis;
  }

  /** Ends all threads. Running and waiting calls reject. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}
