import type { Failure } from "../errors/failure.js";
import type { TrackKey } from "../track/track-key.js";

/** Whether a job waits for a worker, runs, or has ended. */
export type JobPhase = "waiting" | "running" | "ended";

/** A job as operators see it. Times are those of the database, milliseconds since 1970. */
export interface ListedJob {
  readonly id: string;
  readonly trackKey: TrackKey;
  readonly artist: string;
  readonly trackName: string;
  readonly isUpload: boolean;
  readonly analysisVersion: number;
  readonly phase: JobPhase;
  /** When it was added, where it waits; when it was claimed, where it runs; else when it ended. */
  readonly since: number | null;
  /** When its next attempt may start, where it waits for that time. */
  readonly nextAttemptAt: number | null;
  /** How often it was started, without the attempts that were released. */
  readonly attempts: number;
  /** How often its claim ran out. */
  readonly losses: number;
  /** The process that runs it, or the server that has handed it to a worker on another machine. */
  readonly owner: { readonly host: string; readonly pid: number } | null;
  /** The worker on another machine that runs it; `null` where the owner does. */
  readonly worker: string | null;
  /** Why it has failed, or, where it waits for another attempt, why the last one has. */
  readonly failure: Failure | null;
}
