import { DomainError } from "./domain-error.js";

/** The audio is unknown, truncated, damaged, or needs a decoder that is not installed. */
export class AudioUndecodableError extends DomainError {
  readonly code = "AUDIO_UNDECODABLE";

  constructor(reason: string, cause?: unknown) {
    super(`The audio cannot be decoded: ${reason}.`, { reason }, cause);
  }
}

/** The recording is longer than the maximum. */
export class AudioTooLongError extends DomainError {
  readonly code = "AUDIO_TOO_LONG";

  constructor(maxSeconds: number) {
    const hours = Math.round(maxSeconds / 36) / 100;
    super(`The audio is longer than ${hours} h, the maximum of this server.`, { maxSeconds });
  }
}

/** The analysis of this audio takes more processing time than the maximum. */
export class AnalysisTooCostlyError extends DomainError {
  readonly code = "ANALYSIS_TOO_COSTLY";

  constructor(maxSeconds: number) {
    super(
      `The analysis takes more than ${maxSeconds} s of processing, the maximum of this server.`,
      {
        maxSeconds,
      },
    );
  }
}

/** The queue of analyses is full. */
export class AnalyzerBusyError extends DomainError {
  readonly code = "ANALYZER_BUSY";

  constructor(retryAfterSeconds: number) {
    super("Too many analyses are waiting. Try again later.", { retryAfterSeconds });
  }
}

/** Retry time after an operator has removed a job: as long as the failure is remembered. */
const DROPPED_RETRY_SECONDS = 60;

/** An operator has removed the analysis from the queue. */
export class AnalysisDroppedError extends DomainError {
  readonly code = "ANALYSIS_DROPPED";

  constructor() {
    super("The operator of the server has removed this analysis from the queue.", {
      retryAfterSeconds: DROPPED_RETRY_SECONDS,
    });
  }
}

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
