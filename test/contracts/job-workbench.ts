import { trackKeyFrom } from "../../src/domain/track/track-key.js";
import type { AnalysisJob } from "../../src/ports/analysis/job-queue.js";

export const jobOf = (trackName: string): AnalysisJob => ({
  track: {
    trackKey: trackKeyFrom("Overtone", trackName),
    artist: "Overtone",
    trackName,
    artwork: { kind: "none" },
    providers: [],
  },
});
export const keyOf = ({ track }: AnalysisJob): string => track.trackKey;
const nameOf = (job: AnalysisJob): string => job.upload?.id ?? keyOf(job);

/** Jobs that run until they are released, and a record of those that were started. */
export class Workbench {
  readonly started: string[] = [];
  readonly #releases = new Map<string, (error?: Error) => void>();

  readonly work = (job: AnalysisJob, signal: AbortSignal): Promise<void> => {
    this.started.push(job.track.trackName);
    return new Promise((resolve, reject) => {
      this.#releases.set(nameOf(job), (error) => (error ? reject(error) : resolve()));
      signal.addEventListener("abort", () => reject(signal.reason as Error));
    });
  };

  release(job: AnalysisJob, error?: Error): void {
    this.#releases.get(nameOf(job))?.(error);
  }
}
