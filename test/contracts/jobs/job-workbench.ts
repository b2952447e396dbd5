import { trackKeyFrom, type TrackKey } from "../../../src/domain/track/track-key.js";
import type { JobChange, JobQueue, NewJob } from "../../../src/ports/analysis/job-queue.js";
import type { JobClaim, JobWorker } from "../../../src/ports/analysis/job-worker.js";
import type { ManualClock } from "../../fakes/manual-clock.js";

/** A queue that also hands out its jobs. */
export type WorkedQueue = JobQueue & JobWorker;

export type OpenQueue = (options: {
  readonly concurrency: number;
  readonly limit: number;
  readonly clock: ManualClock;
}) => WorkedQueue | Promise<WorkedQueue>;

export const jobOf = (trackName: string): NewJob => ({
  track: {
    trackKey: trackKeyFrom("Overtone", trackName),
    artist: "Overtone",
    trackName,
    artwork: { kind: "none" },
    providers: [],
  },
});
export const keyOf = ({ track }: NewJob): TrackKey => track.trackKey;

/** The failure of a job in the tests. */
export const broken = { code: "AUDIO_UNDECODABLE", message: "broken", facts: { at: 1 } } as const;

/** Claims a job that is known to wait. */
export async function claimNext(worker: JobWorker): Promise<JobClaim> {
  const claim = await worker.claim(new AbortController().signal);
  if (claim === undefined) throw new Error("There is no job to claim.");
  return claim;
}

/** Returns the names of the tracks of some claims or changes. */
export const namesOf = (some: readonly Pick<JobChange, "job">[]): readonly string[] =>
  some.map(({ job }) => job.track.trackName);

/** Lets earlier calls of a queue read what they need: each read here takes as long as theirs. */
export async function settleReads(queue: JobQueue): Promise<void> {
  for (let read = 0; read < 40; read++) await queue.load();
}
