import { interruptible } from "./interruptible.js";
import { ConcurrencyLimit } from "./concurrency-limit.js";
import { WorkerThread, type WorkerThreadOptions } from "./worker-thread.js";

export interface ThreadPoolOptions extends WorkerThreadOptions {
  /** Maximum number of threads, integer >= 1. */
  readonly concurrency: number;
  /** Time limit of one job, from when a thread has it; after it, the thread counts as hung. */
  readonly timeoutMilliseconds: number;
  /** Assumed duration of a job until one has been measured, seconds. */
  readonly assumedSeconds: number;
  /** Name of a job in error messages, e.g. "The analysis". */
  readonly jobName: string;
}

/**
 * Runs jobs in threads, one job per thread. Threads start when they are first needed and are reused;
 * a thread that crashed, hangs or was aborted is replaced when the next job starts.
 */
export class ThreadPool<Request, Reply> {
  readonly #options: ThreadPoolOptions;
  readonly #limit: ConcurrencyLimit;
  readonly #closing = new AbortController();
  readonly #threads = new Set<WorkerThread<Request, Reply>>();
  readonly #idleThreads: WorkerThread<Request, Reply>[] = [];
  #typicalSeconds: number;

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
    this.#typicalSeconds = options.assumedSeconds;
    this.#limit = new ConcurrencyLimit(options.concurrency);
  }

  /** How many jobs wait for a thread. */
  get waitingCount(): number {
    return this.#limit.length;
  }

  /** Whether the next job must wait. */
  get isFull(): boolean {
    return this.#limit.isFull;
  }

  /** Mean duration of a job in its thread, seconds, > 0: a moving average over about ten jobs. */
  get typicalSeconds(): number {
    return this.#typicalSeconds;
  }

  /** @throws {Error} the pool is closed */
  throwIfClosed(): void {
    this.#closing.signal.throwIfAborted();
  }

  /**
   * Runs a job in a thread of its own, after waiting for a free one.
   *
   * @throws {ThreadCrashedError} the thread ended during this job
   * @throws {TimedOutError} the job exceeded its time limit
   * @throws {unknown} `signal.reason`, when aborted; an error, when the pool is closed
   */
  async run(request: Request, signal?: AbortSignal): Promise<Reply> {
    const stop = AbortSignal.any([this.#closing.signal, ...(signal ? [signal] : [])]);
    await this.#limit.acquire(stop);
    try {
      return await this.#runInThread(request, stop);
    } finally {
      this.#limit.release();
    }
  }

  /** Ends all threads. Running and waiting jobs reject. */
  async close(): Promise<void> {
    this.#closing.abort(
      new Error(`${this.#options.jobName} cannot run, because its threads are closed.`),
    );
    await Promise.all([...this.#threads].map((thread) => this.#end(thread)));
  }

  async #runInThread(request: Request, stop: AbortSignal): Promise<Reply> {
    stop.throwIfAborted();
    const thread = this.#takeThread();
    const startedAt = performance.now();
    let isDone = false;
    try {
      const reply = await interruptible(thread.run(request), {
        signal: stop,
        timeoutMilliseconds: this.#options.timeoutMilliseconds,
        what: this.#options.jobName,
      });
      isDone = true;
      this.#learnDuration((performance.now() - startedAt) / 1000);
      return reply;
    } finally {
      if (isDone && thread.isAlive) this.#idleThreads.push(thread);
      else void this.#end(thread);
    }
  }

  #takeThread(): WorkerThread<Request, Reply> {
    for (let idle = this.#idleThreads.pop(); idle; idle = this.#idleThreads.pop()) {
      if (idle.isAlive) return idle;
      void this.#end(idle);
    }
    const thread = new WorkerThread<Request, Reply>(this.#options);
    this.#threads.add(thread);
    return thread;
  }

  #learnDuration(seconds: number): void {
    this.#typicalSeconds += (seconds - this.#typicalSeconds) / 10;
  }

  async #end(thread: WorkerThread<Request, Reply>): Promise<void> {
    await thread.terminate();
    this.#threads.delete(thread);
  }
}
