import { InProcessJobQueue } from "../jobs/in-process-job-queue.js";
import { MetricsService } from "../../../src/services/operations/metrics-service.js";
import type { LibraryStatus } from "../../../src/domain/library/library-status.js";
import { MemoryLibraryStore } from "../../fakes/memory-library-store.js";
import { RecordingMetrics } from "../../fakes/recording-metrics.js";
import { ManualClock } from "../../fakes/manual-clock.js";

describe("MetricsService", () => {
  const jobs = new InProcessJobQueue({ concurrency: 1, limit: 1, clock: new ManualClock() });
  const administration = { findLongestWait: () => Promise.resolve(7.5) };
  const status: LibraryStatus = {
    ...{
      isAnalysing: true,
      files: 0,
      tracks: 3,
      analysed: 1,
      outdated: 1,
      waiting: 1,
      paused: 0,
      failed: 1,
    },
    ...{
      failures: [],
      tracksPerHour: 12,
      secondsLeft: 600,
      scans: [],
      lastScan: null,
      lastCheck: null,
      running: [],
    },
  };
  const ages: (number | undefined)[] = [];
  const libraryStatus = {
    get: (age?: number) => {
      ages.push(age);
      return Promise.resolve(status);
    },
  };
  const breakers = () => [{ provider: "deezer", state: "open" as const }];

  it("reads the levels on request", async () => {
    const metrics = new RecordingMetrics();
    const library = new MemoryLibraryStore();
    const service = new MetricsService({
      metrics,
      jobs,
      administration,
      library,
      libraryStatus,
      breakers,
    });

    await service.expose();

    // Up to a minute old, because a reading of a large library takes a second of processor.
    expect(ages).toEqual([60_000]);
    expect(metrics.levels).toEqual([
      {
        waitingAnalyses: 0,
        runningAnalyses: 0,
        longestWaitSeconds: 7.5,
        libraryFiles: 0,
        libraryStatus: status,
        breakers: breakers(),
      },
    ]);
  });

  it("omits a level that cannot be read, and returns the others", async () => {
    const metrics = new RecordingMetrics();
    const library = new MemoryLibraryStore();
    library.count = () => Promise.reject(new Error("disk full"));
    const service = new MetricsService({
      metrics,
      jobs,
      administration,
      library,
      libraryStatus,
      breakers,
    });

    await service.expose();

    expect(metrics.levels).toEqual([
      {
        waitingAnalyses: 0,
        runningAnalyses: 0,
        longestWaitSeconds: 7.5,
        libraryStatus: status,
        breakers: breakers(),
      },
    ]);
  });
});
