import { AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import type { FileId } from "../../domain/library/library-file.js";
import { jobNameOf, type AnalysisJob } from "../../ports/analysis/job-queue.js";
import type { LibraryStore } from "../../ports/library/library-store.js";
import type { RememberedFailures } from "../analysis/remembered-failures.js";
import type { FailureLog } from "../failure-log.js";

/** Remembers why jobs have failed for good: those of uploads apart from those of the tracks' own audio. */
export class JobFailures {
  constructor(
    private readonly needs: {
      readonly failures: RememberedFailures;
      readonly uploadFailures: RememberedFailures;
      readonly files: Pick<LibraryStore, "findByIds" | "forgetFormer">;
      readonly log: FailureLog;
    },
  ) {}

  /** Remembers why a job has failed, and what that says of its file; never rejects. */
  readonly remember = async (job: AnalysisJob, error: Error): Promise<void> => {
    const { failures, uploadFailures, log } = this.needs;
    const { file, upload, track } = job;
    const { trackKey } = track;
    if (upload) return uploadFailures.remember({ name: trackKey, trackKey }, error);
    if (file && error instanceof AudioUndecodableError) {
      await this.#forgetFormer(file.fileId).catch((failure: unknown) => log.record(failure));
    }
    return failures.remember({ name: jobNameOf(job), trackKey, ...(file && { file }) }, error);
  };

  /** A file that cannot be decoded does not hold any more what was measured on it before its bytes changed. */
  async #forgetFormer(fileId: FileId): Promise<void> {
    const [stored] = await this.needs.files.findByIds([fileId]);
    if (stored?.formerRecordingId !== undefined) await this.needs.files.forgetFormer(stored);
  }
}
