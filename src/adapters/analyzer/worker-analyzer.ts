import type { AudioAnalysis } from "../../domain/analysis.js";
import { AnalyzerBusyError, AudioUndecodableError } from "../../domain/errors.js";
import { analysisVersion } from "../../dsp/index.js";
import type { Analyzer } from "../../ports/analyzer.js";
import type { EncodedAudio } from "../../ports/audio-source.js";
import type { AnalysisReply } from "./analysis-exchange.js";
import { AnalysisThread } from "./analysis-thread.js";
import { interruptible } from "./interruptible.js";
import { toAnalysis } from "./to-analysis.js";
import { WaitingLine } from "./waiting-line.js";

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

/**
 * Analyses in threads, one job a thread. Threads start when they are first needed and are kept; one
 * that dies, hangs or is aborted is replaced by the next job.
 */
export class WorkerAnalyzer implements Analyzer {
  readonly version = analysisVersion;

  readonly #options: Required<WorkerAnalyzerOptions>;
  readonly #line: WaitingLine;
  readonly #closing = new AbortController();
  readonly #threads = new Set<AnalysisThread>();
  readonly #idleThreads: AnalysisThread[] = [];
  #typicalSeconds = assumedSeconds;

  constructor(options: WorkerAnalyzerOptions) {
    this.#options = {
      queueLimit: 1_000,
      timeoutMilliseconds: 600_000,
      maxHeapMegabytes: 512,
      workerUrl: ownWorkerUrl,
      ...options,
    };
    this.#line = new WaitingLine(options.concurrency);
  }

  /**
   * @throws {AnalyzerCrashedError} the thread died under this call
   * @throws {TimedOutError} it took longer than it may
   */
  async analyze(audio: EncodedAudio, signal?: AbortSignal): Promise<AudioAnalysis> {
    const { concurrency, queueLimit } = this.#options;
    const stop = AbortSignal.any([this.#closing.signal, ...(signal ? [signal] : [])]);
    stop.throwIfAborted();
    if (this.#line.isFull && this.#line.length >= queueLimit) {
      const roundsAhead = (this.#line.length + 1) / concurrency;
      throw new AnalyzerBusyError(Math.ceil(roundsAhead * this.#typicalSeconds));
    }

    await this.#line.enter(stop);
    try {
      const reply = await this.#runInThread(audio, stop);
      if (!reply.ok) throw new AudioUndecodableError(reply.reason);
      return toAnalysis(reply.features, this.version);
    } finally {
      this.#line.leave();
    }
  }

  /** Ends all threads. Calls under way and waiting reject. */
  async close(): Promise<void> {
    this.#closing.abort(new Error("The analyzer is closed."));
    await Promise.all([...this.#threads].map((thread) => this.#end(thread)));
  }

  async #runInThread(audio: EncodedAudio, stop: AbortSignal): Promise<AnalysisReply> {
    stop.throwIfAborted();
    const thread = this.#takeThread();
    const startedAt = performance.now();
    let isDone = false;
    try {
      const reply = await interruptible(thread.run(audio), {
        signal: stop,
        timeoutMilliseconds: this.#options.timeoutMilliseconds,
        what: "The analysis",
      });
      isDone = true;
      this.#learnDuration((performance.now() - startedAt) / 1000);
      return reply;
    } finally {
      if (isDone && thread.isAlive) this.#idleThreads.push(thread);
      else void this.#end(thread);
    }
  }

  #takeThread(): AnalysisThread {
    for (let idle = this.#idleThreads.pop(); idle; idle = this.#idleThreads.pop()) {
      if (idle.isAlive) return idle;
      void this.#end(idle);
    }
    const thread = new AnalysisThread(this.#options);
    this.#threads.add(thread);
    return thread;
  }

  async #end(thread: AnalysisThread): Promise<void> {
    await thread.terminate();
    this.#threads.delete(thread);
  }

  /** A moving average over some ten analyses. */
  #learnDuration(seconds: number): void {
    this.#typicalSeconds += (seconds - this.#typicalSeconds) / 10;
  }
}
