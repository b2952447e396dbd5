import { availableParallelism } from "node:os";
import { TimedOutError } from "../../../domain/errors/availability-errors.js";
import { absolutePathOf } from "../../../domain/library/library-file.js";
import type { Cover } from "../../../ports/library/library-folders.js";
import type { Logger } from "../../../ports/runtime/logger.js";
import type { WantedFile } from "../../files/open-file.js";
import { ThreadCrashedError, ThreadPool } from "../../threads/thread-pool.js";
import type { EmbeddedTags } from "./embedded-tags.js";
import type { FileReading, FileToRead, TagReply, TagRequest } from "./tag-exchange.js";

/** Reads the tags and covers inside audio files. */
export type EmbeddedTagSource = Pick<
  EmbeddedTagReader,
  "findTags" | "findCover" | "readFile" | "close"
>;

/** The limits of reading tags, which tests lower, and the log. */
export interface EmbeddedTagReaderOptions {
  readonly logger?: Logger | undefined;
  /** Time limit of reading the tags of one file, the start of a thread included. */
  readonly timeoutMilliseconds?: number;
  /** Maximum heap of a thread, MiB. */
  readonly maxHeapMegabytes?: number;
  /** Time for which files have to wait without a pause before more than one thread reads them. */
  readonly aloneMilliseconds?: number;
  /** The file that threads run. */
  readonly workerUrl?: URL;
}

/** The entry point beside this file: `.ts` from source, `.js` once built. */
const ownWorkerUrl = new URL(
  import.meta.url.endsWith(".ts") ? "tag-worker.ts" : "tag-worker.js",
  import.meta.url,
);

/** Maximum number of threads, which parse or wait for the disk: at least two, and no more than one thread can feed. */
const CONCURRENCY = Math.min(4, Math.max(2, availableParallelism()));

/**
 * Time for which files have to wait without a pause before a second thread reads them: to start one and to compile what it
 * runs often takes as much processor as to read some 300 files.
 */
const ALONE_MILLISECONDS = 5_000;

/** Time after which an idle thread ends: no scan pauses for so long. */
const IDLE_MILLISECONDS = 10_000;

/** Files that a thread reads for one message. */
const FILES_PER_MESSAGE = 16;

/**
 * Reads the tags inside files in threads of its own, with a time limit and a memory limit for each
 * file, because tags are untrusted input and their reader has no bounds: a few megabytes of
 * empty frames keep it busy for minutes, or fill gigabytes. A file whose tags exceed a limit has
 * none.
 */
export class EmbeddedTagReader {
  readonly #pool: ThreadPool<TagRequest, TagReply>;
  readonly #logger: Logger | undefined;
  readonly #files: ItemBatches<FileToRead, FileReading>;

  constructor(options: EmbeddedTagReaderOptions = {}) {
    this.#logger = options.logger;
    this.#files = new ItemBatches<FileToRead, FileReading>({
      work: (files) => this.#readFiles(files),
      maxItems: FILES_PER_MESSAGE,
      concurrency: CONCURRENCY,
      aloneMilliseconds: options.aloneMilliseconds ?? ALONE_MILLISECONDS,
    });
    this.#pool = new ThreadPool({
      concurrency: CONCURRENCY,
      timeoutMilliseconds: options.timeoutMilliseconds ?? 30_000,
      maxHeapMegabytes: options.maxHeapMegabytes ?? 192,
      workerUrl: options.workerUrl ?? ownWorkerUrl,
      idleMilliseconds: IDLE_MILLISECONDS,
      jobName: "Reading tags",
    });
  }

  /**
   * Returns the tags of a file, or `undefined` where it has none that can be read within the limits.
   *
   * @param file its path is absolute
   * @throws {Error} the reader is closed
   */
  async findTags(file: WantedFile): Promise<EmbeddedTags | undefined> {
    return (await this.#ask({ wanted: "tags", file })).tags;
  }

  /** Returns the first embedded picture that a browser can show, or `undefined`; otherwise like `findTags`. */
  async findCover(file: WantedFile): Promise<Cover | undefined> {
    return (await this.#ask({ wanted: "cover", file })).cover;
  }

  /**
   * Reads the tags and the fingerprint of a library file; files that are asked for at the same time are read
   * together.
   *
   * @throws {Error} the reader is closed
   */
  readFile(file: FileToRead): Promise<FileReading> {
    return this.#files.run(file);
  }

  /** Ends the threads; running calls reject. */
  close(): Promise<void> {
    return this.#pool.close();
  }

  async #ask(request: Extract<TagRequest, { readonly file: WantedFile }>): Promise<TagReply> {
    try {
      return await this.#pool.run(request);
    } catch (error) {
      this.#warnOfLimit(request.file.path, error);
      return {};
    }
  }

  async #readFiles(files: readonly FileToRead[]): Promise<readonly FileReading[]> {
    try {
      const reply = await this.#pool.run({ wanted: "files", files });
      return reply.files ?? [];
    } catch (error) {
      if (!isOverLimit(error)) throw error;
      const [file] = files;
      if (files.length > 1 || file === undefined) {
        // One of them took what all may take.
        return (await Promise.all(files.map((one) => this.#readFiles([one])))).flat();
      }
      this.#warnOfLimit(absolutePathOf(file.file), error);
      return this.#readWithoutTags(file);
    }
  }

  async #readWithoutTags(file: FileToRead): Promise<readonly FileReading[]> {
    try {
      const reply = await this.#pool.run({ wanted: "files without tags", files: [file] });
      return reply.files ?? [];
    } catch (error) {
      this.#warnOfLimit(absolutePathOf(file.file), error);
      return [{ problem: "unavailable" }];
    }
  }

  /** @throws {unknown} the error, where no limit was exceeded */
  #warnOfLimit(path: string, error: unknown): void {
    if (!isOverLimit(error)) throw error;
    this.#logger?.warn("Reading the tags of a file exceeded its time or memory limit.", {
      path,
      reason: error.message,
    });
  }
}

const isOverLimit = (error: unknown): error is ThreadCrashedError | TimedOutError =>
  error instanceof ThreadCrashedError || error instanceof TimedOutError;

/** An item that waits, and the promise of its result. */
interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Works on items in batches: what comes while others are worked on waits, and then goes together, because
 * each message to a thread takes as long as some reads.
 */
class ItemBatches<Item, Result> {
  #waiting: Waiting<Item, Result>[] = [];
  #running = 0;
  #isDue = false;
  /** Ends the time in which one batch is worked on at a time; `undefined` while nothing is. */
  #untilMore: NodeJS.Timeout | undefined;
  #concurrency = 1;

  constructor(
    private readonly needs: {
      /** Works on items; returns their results in the same order. */
      readonly work: (items: readonly Item[]) => Promise<readonly Result[]>;
      /** Maximum number of items in a batch. */
      readonly maxItems: number;
      /** Batches that are worked on at the same time, after a time without a pause in which it is one. */
      readonly concurrency: number;
      readonly aloneMilliseconds: number;
    },
  ) {}

  /** Works on an item; rejects as the work on its batch does. */
  run(item: Item): Promise<Result> {
    this.#untilMore ??= setTimeout(() => {
      this.#concurrency = this.needs.concurrency;
      this.#startSoon();
    }, this.needs.aloneMilliseconds).unref();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#startSoon();
    });
  }

  /** Lets all that is asked for in this turn wait, before batches begin. */
  #startSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      const free = this.#concurrency - this.#running;
      const share = Math.ceil(this.#waiting.length / Math.max(1, free));
      for (let slot = 0; slot < free && this.#waiting.length > 0; slot++) {
        void this.#work(this.#waiting.splice(0, Math.min(share, this.needs.maxItems)));
      }
    });
  }

  async #work(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    this.#running++;
    try {
      const results = await this.needs.work(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    this.#running--;
    if (this.#waiting.length > 0) this.#startSoon();
    else if (this.#running === 0) this.#pause();
  }

  #pause(): void {
    clearTimeout(this.#untilMore);
    this.#untilMore = undefined;
    this.#concurrency = 1;
  }
}
