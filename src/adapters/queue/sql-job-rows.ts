import { randomUUID } from "node:crypto";
import { sql, type Kysely, type Selectable } from "kysely";
import type { TrackKey } from "../../domain/track/track-key.js";
import {
  type AnalysisJob,
  type JobLoad,
  jobNameOf,
  type JobOutcome,
  type JobPriority,
} from "../../ports/analysis/job-queue.js";
import type { Clock } from "../../ports/runtime/clock.js";
import { portionsOf } from "../storage/portions.js";
import type { AnalysisJobsTable, Schema } from "../storage/tables.js";
import type { DatabaseTime } from "../storage/database-time.js";
import { liveNameOf } from "./job-names.js";

/** Where more jobs than this still fit, a count is used for a while; otherwise, each addition counts. */
const AMPLE = 1000;

/** How long a count is used. */
const COUNT_MILLISECONDS = 1000;

/** Maximum number of ids in one statement. */
const IDS_PER_STATEMENT = 500;

const PRIORITIES: Readonly<Record<JobPriority, number>> = { awaited: 0, background: 1 };

export type JobRow = Selectable<AnalysisJobsTable>;

/** Adds jobs of one analysis version, and reads how many there are and how they ended. */
export class SqlJobRows {
  readonly #limit: WaitingLimit;

  constructor(
    private readonly needs: {
      readonly kysely: Kysely<Schema>;
      readonly version: number;
      readonly time: DatabaseTime;
      readonly clock: Clock;
    },
  ) {
    this.#limit = new WaitingLimit(needs);
  }

  /**
   * Adds a job. Returns it, or the id of one of its name that waits or runs, or else "full" where so
   * many jobs wait.
   */
  async add(
    job: Omit<AnalysisJob, "id">,
    priority: JobPriority,
    limit: number,
  ): Promise<AnalysisJob | { readonly knownId: string } | "full"> {
    const added = await this.#add(job, priority, limit);
    // Where another process has just added one of its name, that one is found now.
    return added ?? this.add(job, priority, limit);
  }

  async #add(
    job: Omit<AnalysisJob, "id">,
    priority: JobPriority,
    limit: number,
  ): Promise<AnalysisJob | { readonly knownId: string } | "full" | undefined> {
    const { version, time, kysely } = this.needs;
    const name = jobNameOf(job);
    const liveName = liveNameOf(version, name);
    const id = randomUUID();
    return kysely.transaction().execute(async (transaction) => {
      const known = await transaction
        .selectFrom("analysisJobs")
        .select("id")
        .where("liveName", "=", liveName)
        .executeTakeFirst();
      if (known !== undefined) return { knownId: known.id };
      const count = async (): Promise<number> => (await this.load(transaction)).waiting;
      if (!(await this.#limit.take(limit, count))) return "full";
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto("analysisJobs")
        .values({
          ...{ id, version, name, liveName, trackKey: job.track.trackKey, state: "waiting" },
          track: JSON.stringify(job.track),
          traceParent: job.traceParent ?? null,
          upload: job.upload === undefined ? null : JSON.stringify(job.upload),
          file: job.file === undefined ? null : JSON.stringify(job.file),
          priority: PRIORITIES[priority],
          place: nextPlace,
          ...{ runAfter: 0, attempts: 0, losses: 0, addedAt: time() },
        })
        .onConflict((conflict) => conflict.column("liveName").doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n ? { ...job, id } : undefined;
    });
  }

  /** Moves the waiting jobs of a track behind the last of those that are awaited. */
  async promote(trackKey: TrackKey): Promise<void> {
    const { version, kysely } = this.needs;
    const rows = await kysely
      .selectFrom("analysisJobs")
      .select("id")
      .where("trackKey", "=", trackKey)
      .where("version", "=", version)
      .where("state", "=", "waiting")
      .where("priority", "=", PRIORITIES.background)
      .execute();
    // Most jobs of a request are new or awaited already, and need no lock.
    for (const { id } of rows) {
      await kysely
        .updateTable("analysisJobs")
        .set({ priority: PRIORITIES.awaited, place: nextPlace })
        .where("id", "=", id)
        .where("state", "=", "waiting")
        .execute();
    }
  }

  /** Returns the outcomes of the jobs with these ids that have ended; `undefined` of one that is removed. */
  async outcomes(ids: readonly string[]): Promise<ReadonlyMap<string, JobOutcome | undefined>> {
    const ended = new Map<string, JobOutcome | undefined>();
    for (const some of portionsOf(ids, IDS_PER_STATEMENT)) {
      const rows = await this.needs.kysely
        .selectFrom("analysisJobs")
        .select(["id", "outcome"])
        .where("id", "in", some)
        .execute();
      const found = new Map(rows.map(({ id, outcome }) => [id, outcome]));
      for (const id of some) {
        const outcome = found.get(id);
        if (outcome === null) continue;
        ended.set(id, outcome === undefined ? undefined : (JSON.parse(outcome) as JobOutcome));
      }
    }
    return ended;
  }

  /** Returns how many jobs wait and run. */
  async load(kysely: Kysely<Schema> = this.needs.kysely): Promise<JobLoad> {
    const rows = await kysely
      .selectFrom("analysisJobs")
      .select(["state", (build) => build.fn.countAll<number>().as("count")])
      .where("version", "=", this.needs.version)
      .where("state", "in", ["waiting", "running"])
      .groupBy("state")
      .execute();
    const counts = new Map(rows.map(({ state, count }) => [state, Number(count)]));
    return { waiting: counts.get("waiting") ?? 0, running: counts.get("running") ?? 0 };
  }
}

const nextPlace = sql<number>`(select coalesce(max(place), 0) + 1 from analysis_jobs)`;

/** Returns the job of a row. */
export const jobFrom = ({ id, track, upload, file, traceParent }: JobRow): AnalysisJob => ({
  id,
  track: JSON.parse(track) as AnalysisJob["track"],
  ...(upload !== null && { upload: JSON.parse(upload) as NonNullable<AnalysisJob["upload"]> }),
  ...(file !== null && { file: JSON.parse(file) as NonNullable<AnalysisJob["file"]> }),
  ...(traceParent !== null && { traceParent }),
});

/**
 * Limits how many jobs wait, without counting them at each addition: a count takes longer the more of
 * them wait. Other processes cannot add nearly as many as `AMPLE` while a count is used.
 */
export class WaitingLimit {
  /** How many more jobs fit, by the last count and the additions of this process since. */
  #free = 0;
  #countedAt = -Infinity;

  constructor(private readonly needs: { readonly clock: Clock }) {}

  /** Returns whether one more job fits, and if so, expects that it is added. */
  async take(limit: number, count: () => Promise<number>): Promise<boolean> {
    const now = this.needs.clock.now();
    if (this.#free <= AMPLE || Math.abs(now - this.#countedAt) >= COUNT_MILLISECONDS) {
      this.#free = limit - (await count());
      this.#countedAt = now;
    }
    if (this.#free <= 0) return false;
    this.#free--;
    return true;
  }
}
