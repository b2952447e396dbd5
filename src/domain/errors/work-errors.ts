import { DomainError } from "./domain-error.js";

/** The claim of a job has ended: it ran out, was released, or the job is done. */
export class ClaimLostError extends DomainError {
  readonly code = "CLAIM_LOST";

  constructor(jobId: string) {
    super("This claim of the job is not valid any more. Claim another job.", { jobId });
  }
}

/** A worker of another analysis version, whose numbers could not be compared with those of the server. */
export class WorkerVersionError extends DomainError {
  readonly code = "WORKER_VERSION";

  /** @param analysisVersion that of the server */
  constructor(analysisVersion: number) {
    super(
      `This server needs workers of the analysis version ${analysisVersion}. Install the same version of Overtone.`,
      { analysisVersion },
    );
  }
}
