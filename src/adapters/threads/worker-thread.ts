import { Worker } from "node:worker_threads";

import { ThreadCrashedError } from "./thread-crashed-error.js";

/** What a thread runs, and what it may take. */
export interface WorkerThreadOptions {
  /** The file that the thread runs; TypeScript in development and tests, JavaScript once built. */
  readonly workerUrl: URL;
  /** Where the heap of the thread ends, MiB. Samples lie outside of it. */
  readonly maxHeapMegabytes: number;
  /** Told to the thread when it starts: plain data. */
  readonly workerData?: unknown;
}

interface Job<Reply> {
  resolve(reply: Reply): void;
  reject(error: Error): void;
}

/** What Node needs to load TypeScript into a thread. The loader uses what Node 26 warns of. */
const typescriptLoader = [
  "--disable-warning=DEP0205",
  "--import",
  "@swc-node/register/esm-register",
];

/**
 * One thread that does one job at a time: it answers each message with one reply. While it has
 * none, it keeps no process alive.
 */
export class WorkerThread<Request, Reply> {
  readonly #worker: Worker;
  #job: Job<Reply> | undefined;
  #isAlive = true;
  #stray: unknown;

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
      else this.#die("an uncaught error", this.#stray);
    });
  }

  /** Whether it can take another job. */
  get isAlive(): boolean {
    return this.#isAlive;
  }

  /**
   * Does one job; the one before must have ended.
   *
   * @throws {ThreadCrashedError} the thread dies under it
   */
  run(request: Request): Promise<Reply> {
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

  #takeJob(): Job<Reply> | undefined {
    const job = this.#job;
    this.#job = undefined;
    this.#worker.unref();
    return job;
  }

  #die(what: string, cause?: unknown): void {
    this.#isAlive = false;
    this.#takeJob()?.reject(new ThreadCrashedError(what, cause));
  }
}
