import { sql, type Kysely } from "kysely";
import { AnalyzerBusyError, AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import { failureFrom } from "../../domain/errors/failure.js";
import type { AnalysisJob, JobOutcome } from "../../ports/analysis/job-queue.js";
import type { JobClaim } from "../../ports/analysis/job-worker.js";
import { hasEnded } from "../runtime/process-identity.js";
import { portionsOf } from "../storage/portions.js";
import type { Schema } from "../storage/tables.js";
import type { DatabaseTime } from "../storage/database-time.js";
import { liveNameOf } from "./job-names.js";
import { claimFrom, ELSEWHERE, ENDED, UNCLAIMED, type SqlJobClaims } from "./sql-job-claims.js";

/** A job whose claim ran out so often ends its workers, and fails. */
const MAX_LOSSES = 3;

/** How long ended jobs are kept, so that every process that waits for one reads its outcome. */
export const RETENTION_MILLISECONDS = 60_000;

/** When clients of an older version request a track again that a newer version analyses. */
const SUPERSEDED_RETRY_SECONDS = 5;

/** Maximum number of ids in one statement. */
const IDS_PER_STATEMENT = 500;

/** A job whose claim ran out. */
interface LostJob extends Pick<JobClaim, "job" | "token" | "worker"> {
  /** How often that has happened, this time included. */
  readonly losses: number;
}

/** Whether the owner of a running job has ended, and the job with it. */
const isOrphan = (owner: string): boolean => !owner.endsWith(ELSEWHERE) && hasEnded(owner);

/** Hands on the jobs that no process runs any more, and removes those that ended long ago. */
export class SqlJobUpkeep {
  constructor(
    private readonly needs: {
      readonly kysely: Kysely<Schema>;
      readonly version: number;
      readonly time: DatabaseTime;
      readonly claims: SqlJobClaims;
      /** Called before a job ends that has ended its workers; must not reject. */
      readonly onLost: (job: AnalysisJob, error: Error) => Promise<void>;
      /** Called when a claim that ran out has been taken from its worker, of this name on another machine. */
      readonly onLeaseLost: (worker?: string) => void;
    },
  ) {}

  /** Does all that is due; returns the jobs that it ended because they ended their workers. */
  async run(): Promise<readonly (LostJob & { readonly outcome: JobOutcome })[]> {
    const { claims, onLeaseLost } = this.needs;
    const ended = [];
    for (const lost of await this.#listLost()) {
      if (lost.losses < MAX_LOSSES) {
        if (await this.#lose(lost)) onLeaseLost(lost.worker);
        continue;
      }
      const error = new AudioUndecodableError(
        `its analysis stopped ${MAX_LOSSES} times without an end`,
      );
      await this.needs.onLost(lost.job, error);
      const outcome = { ok: false as const, failure: failureFrom(error) };
      if (!(await claims.end(lost, outcome))) continue;
      onLeaseLost(lost.worker);
      ended.push({ ...lost, outcome });
    }
    await this.#adoptAll();
    await this.#removeEnded();
    return ended;
  }

  /** Returns the jobs whose claims have run out, and those of processes that have ended. */
  async #listLost(): Promise<readonly LostJob[]> {
    const { version, time, kysely } = this.needs;
    const rows = await kysely
      .selectFrom("analysisJobs")
      .selectAll()
      .select(time().as("now"))
      .where("version", "=", version)
      .where("state", "=", "running")
      .execute();
    return rows
      .filter(({ leaseUntil, owner, now }) => Number(leaseUntil) <= now || isOrphan(owner ?? ""))
      .map((row) => ({ ...claimFrom(row, row.token ?? ""), losses: row.losses + 1 }));
  }

  /** Lets a job whose claim ran out wait again at its place. */
  #lose({ job, token, losses }: LostJob): Promise<boolean> {
    return this.needs.claims.change({ job, token }, { ...UNCLAIMED, losses });
  }

  /**
   * Gives the waiting jobs of older versions, and those whose claims have run out, to this version,
   * because no process of theirs may ever start again. One that this version has already is removed.
   */
  async #adoptAll(): Promise<void> {
    const { version, time, kysely } = this.needs;
    const rows = await kysely
      .selectFrom("analysisJobs")
      .select(["id", "name"])
      .where("version", "<", version)
      .where((build) =>
        build.or([
          build("state", "=", "waiting"),
          build.and([build("state", "=", "running"), build("leaseUntil", "<=", time())]),
        ]),
      )
      .execute();
    for (const { id, name } of rows) await this.#adopt(id, liveNameOf(version, name));
  }

  async #adopt(id: string, liveName: string): Promise<void> {
    const { version, kysely } = this.needs;
    await kysely.transaction().execute(async (transaction) => {
      const known = await transaction
        .selectFrom("analysisJobs")
        .select("id")
        .where("liveName", "=", liveName)
        .executeTakeFirst();
      const adopted = { ...UNCLAIMED, version, liveName };
      const removed = {
        ...ENDED,
        outcome: JSON.stringify(supersededOutcome()),
        endedAt: this.needs.time(),
      };
      await transaction
        .updateTable("analysisJobs")
        .set(known === undefined ? adopted : removed)
        .where("id", "=", id)
        .where("version", "<", version)
        .execute();
    });
  }

  /** Removes the jobs of all versions that ended a minute ago. */
  async #removeEnded(): Promise<void> {
    const { time, kysely } = this.needs;
    const rows = await kysely
      .selectFrom("analysisJobs")
      .select("id")
      .where("state", "=", "ended")
      .where("endedAt", "<=", sql<number>`${time()} - ${sql.lit(RETENTION_MILLISECONDS)}`)
      .execute();
    // Read first, because a statement that removes nothing also takes the lock of the writer.
    for (const some of portionsOf(rows, IDS_PER_STATEMENT)) {
      const ids = some.map(({ id }) => id);
      await kysely
        .deleteFrom("analysisJobs")
        .where("id", "in", (build) =>
          // Those that another process removes at this moment are left to it.
          build
            .selectFrom("analysisJobs")
            .select("id")
            .where("id", "in", ids)
            .forUpdate()
            .skipLocked(),
        )
        .execute();
    }
  }
}

/** The outcome for those that wait for a job that this version has already. */
const supersededOutcome = (): JobOutcome => ({
  ok: false,
  failure: failureFrom(new AnalyzerBusyError(SUPERSEDED_RETRY_SECONDS)),
});
