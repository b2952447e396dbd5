import { Worker } from "node:worker_threads";

import type { AnalysisReply, AnalysisRequest } from "./analysis-exchange.js";
import { AnalyzerCrashedError } from "./analyzer-crashed-error.js";

export interface AnalysisThreadOptions {
  /** The file that the thread runs; TypeScript in development and tests, JavaScript once built. */
  readonly workerUrl: URL;
  /** Where the heap of the thread ends, MiB. Samples lie outside of it. */
  readonly maxHeapMegabytes: number;
}

interface Job {
  resolve(reply: AnalysisReply): void;
  reject(error: Error): void;
}

/** What Node needs to load TypeScript into a thread. The loader uses what Node 26 warns of. */
const typescriptLoader = [
  "--disable-warning=DEP0205",
  "--import",
  "@swc-node/register/esm-register",
];

/** One thread that does one job at a time. While it has none, it keeps no process alive. */
export class AnalysisThread {
  readonly #worker: Worker;
  #job: Job | undefined;
  #isAlive = true;
  #stray: unknown;

  constructor({ workerUrl, maxHeapMegabytes }: AnalysisThreadOptions) {
    this.#worker = new Worker(workerUrl, {
      execArgv: workerUrl.pathname.endsWith(".ts") ? typescriptLoader : [],
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
    });
    this.#worker.unref();
    this.#worker.on("message", (reply: AnalysisReply) => {
      this.#takeJob()?.resolve(reply);
    });
    // Without a listener, an error in the thread would be one of the whole process. A reply sent
    // before it may arrive after it, but not after the exit that follows.
    this.#worker.on("error", (error) => {
      this.#isAlive = false;
      this.#stray = error;
    });
    this.#worker.on("messageerror", (error) => {
      this.#die("a reply that cannot be read", error);
    });
    this.#worker.on("exit", (exitCode) => {
      if (this.#stray === undefined) this.#die(`it ended with exit code ${exitCode}`);
      else this.#die("an error that nobody caught", this.#stray);
    });
  }

  /** Whether it can take another job. */
  get isAlive(): boolean {
    return this.#isAlive;
  }

  /**
   * Does one job; the one before must have ended.
   *
   * @throws {AnalyzerCrashedError} the thread dies under it
   */
  run(request: AnalysisRequest): Promise<AnalysisReply> {
    return new Promise((resolve, reject) => {
      this.#job = { resolve, reject };
      this.#worker.ref();
      this.#worker.postMessage(request);
    });
  }

  /** Ends the thread, whatever it does; a job under way is never answered. */
  async terminate(): Promise<void> {
    this.#isAlive = false;
    this.#job = undefined;
    await this.#worker.terminate();
  }

  #takeJob(): Job | undefined {
    const job = this.#job;
    this.#job = undefined;
    this.#worker.unref();
    return job;
  }

  #die(what: string, cause?: unknown): void {
    this.#isAlive = false;
    this.#takeJob()?.reject(new AnalyzerCrashedError(what, cause));
  }
}
