import { InProcessJobQueue } from "../jobs/in-process-job-queue.js";
import { MetricsService } from "../../../src/services/operations/metrics-service.js";
import { MemoryLibraryStore } from "../../fakes/memory-library-store.js";
import { RecordingMetrics } from "../../fakes/recording-metrics.js";
import { ManualClock } from "../../fakes/manual-clock.js";

describe("MetricsService", () => {
  const jobs = new InProcessJobQueue({ concurrency: 1, limit: 1, clock: new ManualClock() });
  const administration = { findLongestWait: () => Promise.resolve(7.5) };
  const breakers = () => [{ provider: "deezer", state: "open" as const }];

  it("reads the levels on request", async () => {
    const metrics = new RecordingMetrics();
    const library = new MemoryLibraryStore();
    const service = new MetricsService({ metrics, jobs, administration, library, breakers });

    await service.expose();

    expect(metrics.levels).toEqual([
      {
        waitingAnalyses: 0,
        runningAnalyses: 0,
        longestWaitSeconds: 7.5,
        libraryFiles: 0,
        breakers: breakers(),
      },
    ]);
  });

  it("omits a level that cannot be read, and returns the others", async () => {
    const metrics = new RecordingMetrics();
    const library = new MemoryLibraryStore();
    library.count = () => Promise.reject(new Error("disk full"));
    const service = new MetricsService({ metrics, jobs, administration, library, breakers });

    await service.expose();

    expect(metrics.levels).toEqual([
      { waitingAnalyses: 0, runningAnalyses: 0, longestWaitSeconds: 7.5, breakers: breakers() },
    ]);
  });
});
