import type { Dir, Dirent, Stats } from "node:fs";
import { opendir, realpath, stat } from "node:fs/promises";
import { sep } from "node:path";
import { asError } from "../../domain/errors/as-error.js";
import type { Logger } from "../../ports/runtime/logger.js";

/** Time limit of one call, its wait included: a disk that sleeps needs 10 to 20 s, and one that is lost answers never. */
const LIMIT_MILLISECONDS = 30_000;

/** One less than the threads in which Node.js makes such calls, so that names, compression and other files get one. */
const MAX_RUNNING = 3;

/** Entries of a folder that are read in one call, as many as Node.js reads at once. */
const ENTRIES_PER_CALL = 32;

/** A call to a disk that has exceeded its time limit; it counts as an error of the operating system. */
class DiskTimeoutError extends Error {
  readonly code = "ETIMEDOUT";
  readonly syscall = "wait";

  constructor(readonly path: string) {
    super(`ETIMEDOUT: the disk does not respond, '${path}'`);
    this.name = "DiskTimeoutError";
  }
}

/**
 * Makes calls to disks that people mount, unmount and unplug. A call that never returns keeps its thread for
 * ever: nothing can end it. So each has a time limit, and only so many run at once. While one hangs, others to
 * the same path and below fail at once; while all hang, all others do, until one returns.
 */
export class DiskCalls {
  readonly #limitMilliseconds: number;
  readonly #maxRunning: number;
  readonly #waiting: (() => void)[] = [];
  /** The paths of the calls that have exceeded their limit and have not returned. */
  readonly #hanging: string[] = [];
  #running = 0;

  constructor(
    private readonly needs: {
      /** Is told of each call that exceeds its limit. */
      readonly logger?: Pick<Logger, "warn">;
      /** Default 30,000. */
      readonly limitMilliseconds?: number;
      /** Calls that run at once, integer >= 1; default 3. */
      readonly maxRunning?: number;
    } = {},
  ) {
    this.#limitMilliseconds = needs.limitMilliseconds ?? LIMIT_MILLISECONDS;
    this.#maxRunning = needs.maxRunning ?? MAX_RUNNING;
  }

  /**
   * Makes a call.
   *
   * @param path what it concerns, for the log
   * @param release gives back a result that came after the limit, such as an open file
   * @throws {Error} that of the operating system; with the code `ETIMEDOUT` where the limit was exceeded
   */
  run<Result>(
    path: string,
    call: () => Promise<Result>,
    release: (late: Result) => unknown = () => undefined,
  ): Promise<Result> {
    if (this.#isHanging(path)) return Promise.reject(new DiskTimeoutError(path));
    return new Promise((resolve, reject) => {
      let [isStarted, isLate] = [false, false];
      const timer = setTimeout(() => {
        isLate = true;
        if (isStarted) this.#noteHanging(path);
        reject(new DiskTimeoutError(path));
      }, this.#limitMilliseconds);
      const end = (): void => {
        clearTimeout(timer);
        if (isLate) this.#hanging.splice(this.#hanging.indexOf(path), 1);
        this.#running--;
        this.#startNext();
      };
      this.#waiting.push(() => {
        if (isLate) return this.#startNext();
        isStarted = true;
        this.#running++;
        call().then(
          (result) => {
            end();
            if (isLate) release(result);
            else resolve(result);
          },
          (error: unknown) => {
            end();
            reject(asError(error));
          },
        );
      });
      this.#startNext();
    });
  }

  /** Returns what `stat` says of a path. */
  stat(path: string): Promise<Stats> {
    return this.run(path, () => stat(path));
  }

  /** Returns a path with all links resolved. */
  realpath(path: string): Promise<string> {
    return this.run(path, () => realpath(path));
  }

  /** Yields the entries of a folder, in no particular order. */
  async *list(path: string): AsyncGenerator<Dirent> {
    const folder = await this.run(
      path,
      () => opendir(path),
      (late) => late.close(),
    );
    try {
      for (;;) {
        const entries = await this.run(path, () => nextEntries(folder));
        yield* entries;
        if (entries.length < ENTRIES_PER_CALL) return;
      }
    } finally {
      await this.run(path, () => folder.close());
    }
  }

  #isHanging(path: string): boolean {
    const isBelow = (above: string): boolean => path === above || path.startsWith(above + sep);
    return this.#hanging.length >= this.#maxRunning || this.#hanging.some(isBelow);
  }

  #noteHanging(path: string): void {
    this.#hanging.push(path);
    const seconds = this.#limitMilliseconds / 1_000;
    this.needs.logger?.warn("A disk does not respond.", { path, seconds });
  }

  #startNext(): void {
    if (this.#running < this.#maxRunning) this.#waiting.shift()?.();
  }
}

/** Reads the next entries of a folder; fewer than `ENTRIES_PER_CALL` at its end. */
async function nextEntries(folder: Dir): Promise<readonly Dirent[]> {
  const entries: Dirent[] = [];
  while (entries.length < ENTRIES_PER_CALL) {
    const entry = await folder.read();
    if (entry === null) break;
    entries.push(entry);
  }
  return entries;
}
