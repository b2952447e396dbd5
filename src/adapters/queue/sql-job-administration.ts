import { sql, type Kysely, type Selectable } from "kysely";
import type { Failure } from "../../domain/errors/failure.js";
import type { RunningAnalysis } from "../../domain/library/library-status.js";
import type { JobPhase, ListedJob } from "../../domain/operations/listed-job.js";
import type { JobAdministration } from "../../ports/analysis/job-administration.js";
import type { AnalysisJob, JobOutcome } from "../../ports/analysis/job-queue.js";
import { placeOf } from "../runtime/process-identity.js";
import type { DatabaseTime } from "../storage/database-time.js";
import type { AnalysisJobsTable, Schema } from "../storage/tables.js";
import { ENDED } from "./sql-job-claims.js";
import { jobFrom } from "./sql-job-rows.js";
import { RETENTION_MILLISECONDS } from "./sql-job-upkeep.js";

/** After this time of a job that may start, while none runs, workers are missing. */
const MAX_WAIT_FOR_WORKERS_MILLISECONDS = 60_000;

type DatedRow = Selectable<AnalysisJobsTable> & { readonly now: number };

/** Reads and changes jobs for operators, also while servers run. */
export class SqlJobAdministration implements JobAdministration {
  constructor(
    private readonly needs: { readonly kysely: Kysely<Schema>; readonly time: DatabaseTime },
  ) {}

  async list(): Promise<readonly ListedJob[]> {
    const { kysely, time } = this.needs;
    const rows = await kysely
      .selectFrom("analysisJobs")
      .selectAll()
      .select(time().as("now"))
      .where((build) =>
        build.or([
          build("state", "in", ["running", "waiting"]),
          build("endedAt", ">", sql<number>`${time()} - ${sql.lit(RETENTION_MILLISECONDS)}`),
        ]),
      )
      .orderBy(sql`case state when 'running' then 0 when 'waiting' then 1 else 2 end`)
      .orderBy(sql`case when run_after > ${time()} then 1 else 0 end`)
      .orderBy("priority")
      .orderBy("place")
      .execute();
    return rows.map(listed);
  }

  async listRunning(): Promise<readonly RunningAnalysis[]> {
    const rows = await this.needs.kysely
      .selectFrom("analysisJobs")
      .select("track")
      .where("state", "=", "running")
      .where("upload", "is", null)
      .orderBy("claimedAt")
      .orderBy("id")
      .execute();
    return rows.map(({ track }) => {
      const { trackKey, artist, trackName } = JSON.parse(track) as RunningAnalysis;
      return { trackKey, artist, trackName };
    });
  }

  async findLongestWait(): Promise<number> {
    const { kysely, time } = this.needs;
    const { addedAt, now } = await kysely
      .selectFrom("analysisJobs")
      .select((build) => [build.fn.min("addedAt").as("addedAt"), time().as("now")])
      .where("state", "=", "waiting")
      .executeTakeFirstOrThrow();
    return addedAt === null ? 0 : Math.max(0, (Number(now) - Number(addedAt)) / 1000);
  }

  async lacksWorkers(): Promise<boolean> {
    const { kysely, time } = this.needs;
    const since = sql<number>`${time()} - ${sql.lit(MAX_WAIT_FOR_WORKERS_MILLISECONDS)}`;
    const row = await kysely
      .selectFrom("analysisJobs")
      .select("id")
      .where("state", "=", "waiting")
      .where("addedAt", "<=", since)
      .where("runAfter", "<=", since)
      .where((build) =>
        build.not(
          build.exists(
            build
              .selectFrom("analysisJobs as other")
              .select("other.id")
              .where("other.state", "=", "running"),
          ),
        ),
      )
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  async findPhase(id: string): Promise<JobPhase | undefined> {
    const row = await this.needs.kysely
      .selectFrom("analysisJobs")
      .select("state")
      .where("id", "=", id)
      .executeTakeFirst();
    return row?.state as JobPhase | undefined;
  }

  async expedite(id: string): Promise<boolean> {
    const { numUpdatedRows } = await this.needs.kysely
      .updateTable("analysisJobs")
      .set({ runAfter: 0 })
      .where("id", "=", id)
      .where("state", "=", "waiting")
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  }

  async drop(id: string, failure: Failure): Promise<AnalysisJob | undefined> {
    const { kysely, time } = this.needs;
    const outcome: JobOutcome = { ok: false, failure };
    const row = await kysely
      .updateTable("analysisJobs")
      // Without an owner, because a process that ends a job counts as one that could run others.
      .set({ ...ENDED, owner: null, outcome: JSON.stringify(outcome), endedAt: time() })
      .where("id", "=", id)
      .where("state", "=", "waiting")
      .returningAll()
      .executeTakeFirst();
    return row && jobFrom(row);
  }
}

function listed(row: DatedRow): ListedJob {
  const { track, upload } = jobFrom(row);
  const phase = row.state as JobPhase;
  const since = { waiting: row.addedAt, running: row.claimedAt, ended: row.endedAt }[phase];
  const isDelayed = phase === "waiting" && Number(row.runAfter) > Number(row.now);
  return {
    ...{ id: row.id, trackKey: track.trackKey, artist: track.artist, trackName: track.trackName },
    ...{ isUpload: upload !== undefined, analysisVersion: row.version, phase },
    since: since === null ? null : Number(since),
    nextAttemptAt: isDelayed ? Number(row.runAfter) : null,
    ...{ attempts: row.attempts, losses: row.losses },
    owner: phase === "running" && row.owner !== null ? placeOf(row.owner) : null,
    worker: phase === "running" ? row.worker : null,
    failure: failureOf(row),
  };
}

/** Returns why a job has failed, or why the last attempt of one that waits has. */
function failureOf({ state, outcome, lastFailure }: DatedRow): Failure | null {
  if (state === "waiting" && lastFailure !== null) return JSON.parse(lastFailure) as Failure;
  const end = outcome === null ? undefined : (JSON.parse(outcome) as JobOutcome);
  return end === undefined || end.ok ? null : end.failure;
}
