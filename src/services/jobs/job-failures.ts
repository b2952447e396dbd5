import { jobNameOf, type AnalysisJob } from "../../ports/analysis/job-queue.js";
import type { RememberedFailures } from "../analysis/remembered-failures.js";

/** Remembers why jobs have failed for good: those of uploads apart from those of the tracks' own audio. */
export class JobFailures {
  constructor(
    private readonly needs: {
      readonly failures: RememberedFailures;
      readonly uploadFailures: RememberedFailures;
    },
  ) {}

  /** Remembers why a job has failed; never rejects. */
  readonly remember = (job: AnalysisJob, error: Error): Promise<void> => {
    const { failures, uploadFailures } = this.needs;
    const { file, upload, track } = job;
    const { trackKey } = track;
    if (upload) return uploadFailures.remember({ name: trackKey, trackKey }, error);
    return failures.remember({ name: jobNameOf(job), trackKey, ...(file && { file }) }, error);
  };
}
