import { UploadRemoval } from "../../../src/services/jobs/upload-removal.js";
import { FailureLog } from "../../../src/services/failure-log.js";
import { broken, claimNext, jobOf } from "../../contracts/jobs/job-workbench.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { waitUntil } from "../../wait-until.js";
import { MemoryUploads } from "./memory-uploads.js";
import { InProcessJobQueue } from "./in-process-job-queue.js";

const [first, second] = [{ id: "first" }, { id: "second" }];

describe("The removal of uploads", () => {
  let removal: UploadRemoval;
  let uploads: MemoryUploads;
  let clock: ManualClock;
  let logger: RecordingLogger;
  let jobs: InProcessJobQueue;

  beforeEach(() => {
    uploads = new MemoryUploads();
    clock = new ManualClock();
    logger = new RecordingLogger();
    jobs = new InProcessJobQueue({ concurrency: 1, limit: 10, clock });
    const failures = new FailureLog({ logger });
    removal = new UploadRemoval({ uploads, jobs, clock, failures });
    removal.start();
  });
  afterEach(async () => {
    await jobs.close();
    await removal.close();
  });

  it("deletes the file of a job once it has ended, however it ends", async () => {
    for (const upload of [first, second]) await jobs.add({ ...jobOf("one"), upload });
    await jobs.add(jobOf("without an upload"));

    const before = [...uploads.removed];
    await jobs.complete(await claimNext(jobs));
    const afterOne = [...uploads.removed];
    await jobs.fail(await claimNext(jobs), broken);
    await jobs.complete(await claimNext(jobs));

    expect([before, afterOne, uploads.removed]).toEqual([[], ["first"], ["first", "second"]]);
  });

  it("keeps the file of a job that is repeated", async () => {
    await jobs.add({ ...jobOf("one"), upload: first });

    await jobs.fail(await claimNext(jobs), broken, 1_000);

    expect(uploads.removed).toEqual([]);
  });

  it("deletes old files without a job a minute after the start, and then every hour", async () => {
    await jobs.add({ ...jobOf("one"), upload: first });
    uploads.old = [first, second];
    const counts = [];

    for (const milliseconds of [59_999, 1, 3_599_999, 1]) {
      clock.advance(milliseconds);
      for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
      counts.push(uploads.removed.length);
    }

    expect(counts).toEqual([0, 1, 1, 2]);
    expect(new Set(uploads.removed)).toEqual(new Set(["second"]));
  });

  it("writes to the log what it cannot delete", async () => {
    uploads.remove = () => Promise.reject(new Error("no permission"));
    await jobs.add({ ...jobOf("one"), upload: first });

    await jobs.complete(await claimNext(jobs));

    await waitUntil(() => logger.lines.length > 0);
    expect(logger.lines).toMatchObject([{ level: "error", message: "Internal error" }]);
  });
});
