import { TimedOutError } from "../../../domain/errors/availability-errors.js";
import type { Cover } from "../../../ports/library/library-folders.js";
import type { Logger } from "../../../ports/runtime/logger.js";
import { ThreadCrashedError, ThreadPool } from "../../threads/thread-pool.js";
import type { EmbeddedTags } from "./embedded-tags.js";
import type { TagReply, TagRequest } from "./tag-exchange.js";

/** Reads the tags and covers inside audio files. */
export type EmbeddedTagSource = Pick<EmbeddedTagReader, "findTags" | "findCover" | "close">;

/** The limits of reading tags, which tests lower, and the log. */
export interface EmbeddedTagReaderOptions {
  readonly logger?: Logger | undefined;
  /** Time limit of reading the tags of one file, the start of a thread included. */
  readonly timeoutMilliseconds?: number;
  /** Maximum heap of a thread, MiB. */
  readonly maxHeapMegabytes?: number;
  /** The file that threads run. */
  readonly workerUrl?: URL;
}

/** The entry point beside this file: `.ts` from source, `.js` once built. */
const ownWorkerUrl = new URL(
  import.meta.url.endsWith(".ts") ? "tag-worker.ts" : "tag-worker.js",
  import.meta.url,
);

/** Number of threads: one parses while the other waits for the disk. */
const CONCURRENCY = 2;

/**
 * Reads the tags inside files in threads of its own, with a time limit and a memory limit for each
 * file, because tags are untrusted input and their reader has no bounds: a few megabytes of
 * empty frames keep it busy for minutes, or fill gigabytes. A file whose tags exceed a limit has
 * none.
 */
export class EmbeddedTagReader {
  readonly #pool: ThreadPool<TagRequest, TagReply>;
  readonly #logger: Logger | undefined;

  constructor(options: EmbeddedTagReaderOptions = {}) {
    this.#logger = options.logger;
    this.#pool = new ThreadPool({
      concurrency: CONCURRENCY,
      timeoutMilliseconds: options.timeoutMilliseconds ?? 30_000,
      maxHeapMegabytes: options.maxHeapMegabytes ?? 192,
      workerUrl: options.workerUrl ?? ownWorkerUrl,
      jobName: "Reading tags",
    });
  }

  /**
   * Returns the tags of a file, or `undefined` where it has none that can be read within the limits.
   *
   * @param path absolute, and checked to be allowed
   * @throws {Error} the reader is closed
   */
  async findTags(path: string): Promise<EmbeddedTags | undefined> {
    return (await this.#ask({ wanted: "tags", path })).tags;
  }

  /** Returns the first embedded picture that a browser can show, or `undefined`; otherwise like `findTags`. */
  async findCover(path: string): Promise<Cover | undefined> {
    return (await this.#ask({ wanted: "cover", path })).cover;
  }

  /** Ends the threads; running calls reject. */
  close(): Promise<void> {
    return this.#pool.close();
  }

  async #ask(request: TagRequest): Promise<TagReply> {
    try {
      return await this.#pool.run(request);
    } catch (error) {
      const isOverLimit = error instanceof ThreadCrashedError || error instanceof TimedOutError;
      if (!isOverLimit) throw error;
      const { path } = request;
      this.#logger?.warn("Reading the tags of a file exceeded its time or memory limit.", {
        path,
        reason: error.message,
      });
      return {};
    }
  }
}
