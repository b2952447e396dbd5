import { Worker } from "node:worker_threads";
import { onAbort } from "../../domain/abort-signals.js";
import { packageFile } from "../../build/package-file.js";
import { TimedOutError } from "../../domain/errors/availability-errors.js";

/**
 * Maximum of what a thread allocates between two collections of garbage, MiB. Node's own maximum is
 * several times that, for each thread, and no faster here.
 */
const YOUNG_GENERATION_MEGABYTES = 8;

/** What the threads of a pool run, and within which limits. */
export interface ThreadPoolOptions {
  /** The file that threads run; TypeScript in development and tests, JavaScript once built. */
  readonly workerUrl: URL;
  /** Passed to a thread when it starts: plain data. */
  readonly workerData?: unknown;
  /** Maximum heap of a thread, MiB. Sample arrays are not part of the heap. */
  readonly maxHeapMegabytes: number;
  /** Maximum number of threads, integer >= 1. */
  readonly concurrency: number;
  /** Time limit of one job, from when a thread has it; after it, the thread counts as hung. */
  readonly timeoutMilliseconds: number;
  /** Ends a thread that has had no job for this long, to free its memory; absent where threads stay. */
  readonly idleMilliseconds?: number;
  /** Name of a job in error messages, e.g. "The analysis". */
  readonly jobName: string;
}

/** A thread ended during its job, by a bug or lack of memory. The message is for the log. */
export class ThreadCrashedError extends Error {
  constructor(what: string, cause?: unknown) {
    super(`A thread ended during its job: ${what}.`, { cause });
    this.name = "ThreadCrashedError";
  }
}

/** A request, and the promise of its reply. */
class Job<Request, Reply> {
  resolve: (reply: Reply) => void = () => undefined;
  reject: (reason: unknown) => void = () => undefined;
  readonly reply = new Promise<Reply>((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });

  constructor(readonly request: Request) {}
}

interface Thread<Request, Reply> {
  readonly worker: Worker;
  /** The job that it runs; `undefined` while it is idle. */
  job: Job<Request, Reply> | undefined;
  /** The time limit of its job, or of its idleness. */
  timer: NodeJS.Timeout | undefined;
  /** Whether it can take another job. */
  isAlive: boolean;
}

/** Node options to load TypeScript into a thread. */
const typescriptLoader = ["--import", packageFile("src/build/typescript.js").href];

/**
 * Runs jobs in threads, one job per thread; a thread sends one reply to each message. Threads start
 * when they are first needed and are reused, or end when they are idle for long; one that crashed, hangs or was aborted is replaced when
 * the next job starts. Idle threads do not keep the process alive.
 */
export class ThreadPool<Request, Reply> {
  readonly #threads = new Set<Thread<Request, Reply>>();
  /** In order of arrival. */
  #waiting: Job<Request, Reply>[] = [];
  #closed: Error | undefined;

  constructor(private readonly options: ThreadPoolOptions) {}

  /**
   * Runs a job in a thread of its own, after waiting for a free one.
   *
   * @throws {ThreadCrashedError} the thread ended during this job
   * @throws {TimedOutError} the job exceeded its time limit
   * @throws {unknown} `signal.reason`, when aborted; an error, when the pool is closed
   */
  async run(request: Request, signal?: AbortSignal): Promise<Reply> {
    signal?.throwIfAborted();
    if (this.#closed) throw this.#closed;
    const job = new Job<Request, Reply>(request);
    const abort = (): void => {
      this.#waiting = this.#waiting.filter((one) => one !== job);
      job.reject(signal?.reason);
    };
    const stopListening = onAbort(signal, abort);
    this.#waiting.push(job);
    this.#startNext();
    try {
      return await job.reply;
    } finally {
      stopListening();
      const thread = [...this.#threads].find((one) => one.job === job);
      if (thread) void this.#end(thread);
      this.#startNext();
    }
  }

  /** Ends all threads. Running and waiting jobs reject. */
  async close(): Promise<void> {
    const closed = new Error(`${this.options.jobName} cannot run, because its threads are closed.`);
    this.#closed = closed;
    const threads = [...this.#threads];
    for (const job of this.#waiting) job.reject(closed);
    for (const { job } of threads) job?.reject(closed);
    this.#waiting = [];
    await Promise.all(threads.map((thread) => this.#end(thread)));
  }

  #startNext(): void {
    const threads = [...this.#threads];
    if (threads.filter(({ job }) => job).length >= this.options.concurrency) return;
    const job = this.#waiting.shift();
    if (!job) return;
    const thread = threads.find((one) => one.isAlive && !one.job) ?? this.#open();
    const { timeoutMilliseconds, jobName } = this.options;
    clearTimeout(thread.timer);
    thread.job = job;
    thread.timer = setTimeout(() => {
      job.reject(new TimedOutError(jobName, timeoutMilliseconds / 1000));
    }, timeoutMilliseconds);
    thread.worker.ref();
    thread.worker.postMessage(job.request);
  }

  #open(): Thread<Request, Reply> {
    const { workerUrl, workerData, maxHeapMegabytes } = this.options;
    const worker = new Worker(workerUrl, {
      execArgv: workerUrl.pathname.endsWith(".ts") ? typescriptLoader : [],
      workerData,
      resourceLimits: {
        maxOldGenerationSizeMb: maxHeapMegabytes,
        maxYoungGenerationSizeMb: YOUNG_GENERATION_MEGABYTES,
      },
    });
    const thread: Thread<Request, Reply> = {
      worker,
      job: undefined,
      timer: undefined,
      isAlive: true,
    };
    let crash: ThreadCrashedError | undefined;
    worker.on("message", (reply: Reply) => {
      release(thread)?.resolve(reply);
      this.#endWhenIdle(thread);
    });
    // Without a listener, an error in the thread would end the whole process. A reply that was sent
    // before the error may arrive after it, but not after the exit that follows.
    worker.on("error", (error) => {
      thread.isAlive = false;
      crash = new ThreadCrashedError("an uncaught error", error);
    });
    worker.on("messageerror", (error) => {
      thread.job?.reject(new ThreadCrashedError("a reply that cannot be read", error));
    });
    worker.on("exit", (exitCode) => {
      this.#threads.delete(thread);
      thread.isAlive = false;
      release(thread)?.reject(
        crash ?? new ThreadCrashedError(`it ended with exit code ${exitCode}`),
      );
    });
    this.#threads.add(thread);
    return thread;
  }

  /** Ends a thread that gets no other job for some time. */
  #endWhenIdle(thread: Thread<Request, Reply>): void {
    const { idleMilliseconds } = this.options;
    if (idleMilliseconds === undefined || !thread.isAlive) return;
    thread.timer = setTimeout(() => void this.#end(thread), idleMilliseconds).unref();
  }

  async #end(thread: Thread<Request, Reply>): Promise<void> {
    thread.isAlive = false;
    release(thread);
    await thread.worker.terminate();
  }
}

/** Takes the job from a thread, and returns it. */
function release<Request, Reply>(thread: Thread<Request, Reply>): Job<Request, Reply> | undefined {
  const { job } = thread;
  clearTimeout(thread.timer);
  thread.job = undefined;
  thread.worker.unref();
  return job;
}
