import type { JobPhase } from "../../../src/domain/operations/listed-job.js";
import type { JobAdministration } from "../../../src/ports/analysis/job-administration.js";
import type { AnalysisJob } from "../../../src/ports/analysis/job-queue.js";
import type { Upload } from "../../../src/ports/analysis/upload-store.js";
import { FailureLog } from "../../../src/services/failure-log.js";
import { JobService } from "../../../src/services/jobs/job-service.js";
import { jobOf, keyOf } from "../../contracts/jobs/job-workbench.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";

const upload: Upload = { id: "upload", name: "song.wav" } as unknown as Upload;
const job: AnalysisJob = { ...jobOf("one"), id: "known", upload };

/** Returns a service whose only job is in this phase, and what it does. */
function serviceWith(phase: JobPhase, remove: () => Promise<void> = () => Promise.resolve()) {
  const done: string[] = [];
  const isWaiting = (id: string): boolean => id === job.id && phase === "waiting";
  const jobs: JobAdministration = {
    list: () => Promise.resolve([]),
    listRunning: () => Promise.resolve([]),
    findLongestWait: () => Promise.resolve(0),
    lacksWorkers: () => Promise.resolve(false),
    findPhase: (id) => Promise.resolve(id === job.id ? phase : undefined),
    expedite: (id) => Promise.resolve(isWaiting(id)),
    drop: (id, { code }) => {
      done.push(`drop as ${code}`);
      return Promise.resolve(isWaiting(id) ? job : undefined);
    },
  };
  const onFailed = ({ track }: AnalysisJob, error: Error): Promise<void> => {
    done.push(`remember ${track.trackKey}: ${error.name}`);
    return Promise.resolve();
  };
  const logger = new RecordingLogger();
  const failures = new FailureLog({ logger });
  const uploads = {
    remove: ({ id }: Upload) => {
      done.push(`remove ${id}`);
      return remove();
    },
  };
  return { service: new JobService({ jobs, uploads, onFailed, failures }), done, logger };
}

describe("JobService", () => {
  it("remembers that a job was dropped, and deletes its upload", async () => {
    const { service, done } = serviceWith("waiting");

    await service.drop(job.id);

    expect(done).toEqual([
      "drop as ANALYSIS_DROPPED",
      `remember ${keyOf(job)}: AnalysisDroppedError`,
      "remove upload",
    ]);
  });

  it("drops a job whose upload cannot be deleted", async () => {
    const { service } = serviceWith("waiting", () => Promise.reject(new Error("read-only")));

    await expect(service.drop(job.id)).resolves.toBeUndefined();
  });

  it.each([
    ["running", "runs"],
    ["ended", "has ended"],
  ] as const)("refuses to change a job that is %s, and remembers nothing", async (phase, words) => {
    const { service, done } = serviceWith(phase);

    await expect(service.retry(job.id)).rejects.toThrow(
      `names a job that ${words}: only one that waits can be retried.`,
    );
    await expect(service.drop(job.id)).rejects.toMatchObject({ code: "INVALID_INPUT" });
    expect(done).toEqual(["drop as ANALYSIS_DROPPED"]);
  });

  it("does not know other jobs", async () => {
    const { service } = serviceWith("waiting");

    await expect(service.retry("other")).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(service.drop("other")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
