import type { JobChange, JobQueue } from "../../ports/analysis/job-queue.js";
import type { Upload, UploadStore } from "../../ports/analysis/upload-store.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { FailureLog } from "../failure-log.js";
import { repeated } from "../repeated-work.js";

/** Long after the start, so that jobs of an older version have been taken over. */
const FIRST_SEARCH_MILLISECONDS = 60_000;

const SEARCH_INTERVAL_MILLISECONDS = 3_600_000;

/** An upload without a job is younger while it arrives and its names are read. */
const MIN_AGE_MILLISECONDS = 3_600_000;

/** Deletes the files of uploads whose jobs have ended. */
export class UploadRemoval {
  readonly #stopping = new AbortController();
  #stopObserving: () => void = () => undefined;
  #searching: Promise<void> = Promise.resolve();

  constructor(
    private readonly needs: {
      readonly uploads: UploadStore;
      readonly jobs: JobQueue;
      readonly clock: Clock;
      readonly failures: FailureLog;
    },
  ) {}

  /**
   * Deletes the file of each job that this process ends, and once an hour those of processes that were
   * killed before they could. Called at most once.
   */
  start(): void {
    this.#stopObserving = this.needs.jobs.observe((change) => this.#follow(change));
    this.#searching = repeated(() => this.removeLeftovers(), {
      ...{ clock: this.needs.clock, failures: this.needs.failures },
      signal: this.#stopping.signal,
      firstAfter: FIRST_SEARCH_MILLISECONDS,
      every: SEARCH_INTERVAL_MILLISECONDS,
    });
  }

  /** Waits for a search in progress. */
  async close(): Promise<void> {
    this.#stopObserving();
    this.#stopping.abort();
    await this.#searching;
  }

  /** Deletes the uploads of at least an hour ago that no job waits or runs for. */
  async removeLeftovers(): Promise<void> {
    const { uploads, jobs } = this.needs;
    const old = await uploads.findOlderThan(MIN_AGE_MILLISECONDS);
    const states = await jobs.findStates(old.map(({ id }) => id));
    for (const [index, upload] of old.entries()) {
      if (states[index] === undefined) await uploads.remove(upload);
    }
  }

  #follow(change: JobChange): void {
    if ("outcome" in change && change.job.upload) void this.#remove(change.job.upload);
  }

  async #remove(upload: Upload): Promise<void> {
    const { uploads, failures } = this.needs;
    await uploads.remove(upload).catch((error: unknown) => failures.record(error));
  }
}
