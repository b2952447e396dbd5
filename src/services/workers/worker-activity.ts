import type { OfferedJob } from "../../domain/analysis/offered-work.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { Clock } from "../../ports/runtime/clock.js";

/** How a worker names itself. */
export interface WorkerIdentity {
  readonly name: string;
  /** Of its program, such as "0.1.0". */
  readonly version: string;
}

/** A job that a worker runs. */
export interface WorkerJob extends WorkerIdentity {
  readonly jobId: string;
  readonly trackKey: TrackKey;
  /** When it was claimed, milliseconds since 1970. */
  readonly since: number;
}

/** A job of which nothing was heard for so long has been lost. */
const MAX_SILENCE_MILLISECONDS = 120_000;

/** The jobs that workers have claimed from this server, as far as it has heard of them: for operators. */
export class WorkerActivity {
  readonly #jobs = new Map<string, WorkerJob & { seenAt: number }>();

  constructor(private readonly needs: { readonly clock: Clock }) {}

  begin({ name, version }: WorkerIdentity, { id: jobId, token, track }: OfferedJob): void {
    const since = this.needs.clock.now();
    this.#forgetLost();
    this.#jobs.set(token, { name, version, jobId, trackKey: track.trackKey, since, seenAt: since });
  }

  /** Notes that a worker still runs the job of this claim. */
  seen(token: string): void {
    const job = this.#jobs.get(token);
    if (job) job.seenAt = this.needs.clock.now();
  }

  end(token: string): void {
    this.#jobs.delete(token);
  }

  /** Returns the jobs that run, the longest running first. */
  list(): readonly WorkerJob[] {
    this.#forgetLost();
    return [...this.#jobs.values()].map(({ name, version, jobId, trackKey, since }) => ({
      ...{ name, version, jobId, trackKey, since },
    }));
  }

  #forgetLost(): void {
    const limit = this.needs.clock.now() - MAX_SILENCE_MILLISECONDS;
    for (const [token, { seenAt }] of this.#jobs) if (seenAt < limit) this.#jobs.delete(token);
  }
}
