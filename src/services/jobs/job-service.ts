import { AnalysisDroppedError } from "../../domain/errors/analysis-errors.js";
import { failureFrom } from "../../domain/errors/failure.js";
import { JobNotFoundError } from "../../domain/errors/not-found-errors.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import type { ListedJob } from "../../domain/operations/listed-job.js";
import type { JobAdministration } from "../../ports/analysis/job-administration.js";
import type { AnalysisJob } from "../../ports/analysis/job-queue.js";
import type { UploadStore } from "../../ports/analysis/upload-store.js";
import type { FailureLog } from "../failure-log.js";

/** Lists the jobs of all processes, and changes those that wait, for operators. */
export class JobService {
  constructor(
    private readonly needs: {
      readonly jobs: JobAdministration;
      readonly uploads: Pick<UploadStore, "remove">;
      /** Called when a job has failed for good; must not reject. */
      readonly onFailed: (job: AnalysisJob, error: Error) => Promise<void>;
      readonly failures: FailureLog;
    },
  ) {}

  /** Returns the jobs that run, those that wait, in their order, and those that ended in the last minute. */
  list(): Promise<readonly ListedJob[]> {
    return this.needs.jobs.list();
  }

  /**
   * Lets a waiting job start as soon as a worker is free, whenever its next attempt was due.
   *
   * @throws {JobNotFoundError} there is no such job
   * @throws {InvalidInputError} the job runs or has ended
   */
  async retry(id: string): Promise<void> {
    if (!(await this.needs.jobs.expedite(id))) throw await this.#refusalOf(id, "retried");
  }

  /**
   * Ends a waiting job as failed, and deletes its upload, if it has one. The failure is remembered
   * like any other.
   *
   * @throws {JobNotFoundError} there is no such job
   * @throws {InvalidInputError} the job runs or has ended
   */
  async drop(id: string): Promise<void> {
    const { jobs, uploads, onFailed, failures } = this.needs;
    const error = new AnalysisDroppedError();
    const dropped = await jobs.drop(id, failureFrom(error));
    if (dropped === undefined) throw await this.#refusalOf(id, "dropped");
    await onFailed(dropped, error);
    // One that stays is deleted by a server within two hours.
    if (dropped.upload) {
      await uploads.remove(dropped.upload).catch((failure: unknown) => failures.record(failure));
    }
  }

  async #refusalOf(id: string, change: string): Promise<Error> {
    const phase = await this.needs.jobs.findPhase(id);
    if (phase === undefined) return new JobNotFoundError(id);
    const state = phase === "ended" ? "has ended" : "runs";
    return new InvalidInputError(
      "job",
      `names a job that ${state}: only one that waits can be ${change}`,
    );
  }
}
