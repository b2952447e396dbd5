import { Worker } from "node:worker_threads";

import { ThreadCrashedError } from "./thread-crashed-error.js";

/** What a thread runs, and its memory limit. */
export interface WorkerThreadOptions {
  /** The file that the thread runs; TypeScript in development and tests, JavaScript once built. */
  readonly workerUrl: URL;
  /** Maximum heap of the thread, MiB. Sample arrays are not part of the heap. */
  readonly maxHeapMegabytes: number;
  /** Passed to the thread when it starts: plain data. */
  readonly workerData?: unknown;
}

interface Job<Reply> {
  resolve(reply: Reply): void;
  reject(error: Error): void;
}

/** Node options to load TypeScript into a thread. The loader uses an API that Node 26 warns of. */
const typescriptLoader = [
  "--disable-warning=DEP0205",
  "--import",
  "@swc-node/register/esm-register",
];

/**
 * A thread that runs one job at a time: it sends one reply to each message. An idle thread does not
 * keep the process alive.
 */
export class WorkerThread<Request, Reply> {
  readonly #worker: Worker;
  #job: Job<Reply> | undefined;
  #isAlive = true;
  #uncaughtError: unknown;

  constructor({ workerUrl, maxHeapMegabytes, workerData }: WorkerThreadOptions) {
    this.#worker = new Worker(workerUrl, {
      execArgv: workerUrl.pathname.endsWith(".ts") ? typescriptLoader : [],
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
    });
    this.#worker.unref();
    this.#worker.on("message", (reply: Reply) => {
      this.#takeJob()?.resolve(reply);
    });
    // Without a listener, an error in the thread would end the whole process. A reply that was sent
    // before the error may arrive after it, but not after the exit that follows.
    this.#worker.on("error", (error) => {
      this.#isAlive = false;
      this.#uncaughtError = error;
    });
    this.#worker.on("messageerror", (error) => {
      this.#end("a reply that cannot be read", error);
    });
    this.#worker.on("exit", (exitCode) => {
      if (this.#uncaughtError === undefined) this.#end(`it ended with exit code ${exitCode}`);
      else this.#end("an uncaught error", this.#uncaughtError);
    });
  }

  /** Whether it can take another job. */
  get isAlive(): boolean {
    return this.#isAlive;
  }

  /**
   * Runs one job; the job before must have ended.
   *
   * @throws {ThreadCrashedError} the thread ended during the job
   */
  run(request: Request): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#job = { resolve, reject };
      this.#worker.ref();
      this.#worker.postMessage(request);
    });
  }

  /** Ends the thread at once; the promise of a running job is never settled. */
  async terminate(): Promise<void> {
    this.#isAlive = false;
    this.#job = undefined;
    await this.#worker.terminate();
  }

  #takeJob(): Job<Reply> | undefined {
    const job = this.#job;
    this.#job = undefined;
    this.#worker.unref();
    return job;
  }

  #end(what: string, cause?: unknown): void {
    this.#isAlive = false;
    this.#takeJob()?.reject(new ThreadCrashedError(what, cause));
  }
}
