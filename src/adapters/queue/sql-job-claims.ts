import { randomUUID } from "node:crypto";
import { sql, type Kysely, type RawBuilder, type UpdateObject } from "kysely";
import type { Failure } from "../../domain/errors/failure.js";
import type { JobOutcome } from "../../ports/analysis/job-queue.js";
import type { JobClaim } from "../../ports/analysis/job-worker.js";
import type { Database } from "../storage/database.js";
import type { Schema } from "../storage/tables.js";
import type { DatabaseTime } from "../storage/database-time.js";
import { jobFrom, type JobRow } from "./sql-job-rows.js";
import type { DatabaseSystem } from "../storage/opened-dialect.js";

/**
 * A condition of a statement that always holds. With it, the commit of the statement does not wait until
 * the disk has it: when the machine of the database fails, the changes of the last moment may be lost,
 * but not one of them without all that were committed later. SQLite commits so in any case.
 *
 * Source: "Asynchronous Commit", PostgreSQL documentation, section 28.4.
 */
const asynchronousCommits: Readonly<Record<DatabaseSystem, () => RawBuilder<boolean>>> = {
  sqlite: () => sql<boolean>`true`,
  // For the transaction of the statement only.
  postgres: () => sql<boolean>`set_config('synchronous_commit', 'off', true) = 'off'`,
};

/** Claims jobs of one analysis version, and changes those that are claimed, each in one statement. */
export class SqlJobClaims {
  readonly #kysely: Kysely<Schema>;
  readonly #asynchronously: () => RawBuilder<boolean>;
  /** Whether the last attempt to claim a job found one. */
  #hasFound = false;

  constructor(
    private readonly needs: {
      readonly database: Database;
      readonly version: number;
      readonly time: DatabaseTime;
      /** Unique among the queues of all processes. */
      readonly owner: string;
    },
  ) {
    this.#kysely = needs.database.kysely;
    // Where a change is lost, the job runs again at worst.
    this.#asynchronously = asynchronousCommits[needs.database.system];
  }

  /**
   * Claims the first job that may start, for so many milliseconds.
   *
   * @param except ids of jobs that are not claimed
   * @param worker the name of the worker on another machine that runs the job, if one does
   */
  async claim(
    leaseMilliseconds: number,
    except: readonly string[],
    worker: string | undefined,
  ): Promise<JobClaim | undefined> {
    // Only the second statement takes a lock. Where a job was found, there is mostly another.
    if (!this.#hasFound && !(await this.#hasClaimable(except))) return undefined;
    const claim = await this.#claim(leaseMilliseconds, except, worker);
    this.#hasFound = claim !== undefined;
    return claim;
  }

  async #claim(
    leaseMilliseconds: number,
    except: readonly string[],
    worker: string | undefined,
  ): Promise<JobClaim | undefined> {
    const { time } = this.needs;
    const owner = this.needs.owner + (worker === undefined ? "" : ELSEWHERE);
    const token = randomUUID();
    const row = await this.#kysely
      .updateTable("analysisJobs")
      .set((build) => ({
        ...{ state: "running", token, owner, worker: worker ?? null, claimedAt: time() },
        attempts: build("attempts", "+", 1),
        leaseUntil: sql<number>`${time()} + ${sql.lit(leaseMilliseconds)}`,
      }))
      .where("id", "=", () =>
        // What another process claims at this moment is left to it.
        this.#firstClaimable(except).forUpdate().skipLocked(),
      )
      .where("state", "=", "waiting")
      .where(this.#asynchronously())
      .returningAll()
      .executeTakeFirst();
    return row && { ...claimFrom(row, token), leaseMilliseconds };
  }

  /** Returns the valid claim with this token of the job with this id. */
  async find(id: string, token: string): Promise<Omit<JobClaim, "leaseMilliseconds"> | undefined> {
    const row = await this.#kysely
      .selectFrom("analysisJobs")
      .selectAll()
      .where("id", "=", id)
      .where("token", "=", token)
      .where("state", "=", "running")
      .where("version", "=", this.needs.version)
      .executeTakeFirst();
    return row && claimFrom(row, token);
  }

  /** Returns whether the claim with this token ended the job as done. */
  async hasCompleted(id: string, token: string): Promise<boolean> {
    const row = await this.#kysely
      .selectFrom("analysisJobs")
      .select("outcome")
      .where("id", "=", id)
      .where("token", "=", token)
      .where("state", "=", "ended")
      .executeTakeFirst();
    return typeof row?.outcome === "string" && (JSON.parse(row.outcome) as JobOutcome).ok;
  }

  /** Returns whether a job may start now, without a lock. */
  async #hasClaimable(except: readonly string[]): Promise<boolean> {
    return (await this.#firstClaimable(except).executeTakeFirst()) !== undefined;
  }

  /** Selects the id of the first job that may start. */
  #firstClaimable(except: readonly string[]) {
    const { version, time } = this.needs;
    return (
      this.#kysely
        .selectFrom("analysisJobs")
        .select("id")
        .where("version", "=", version)
        .where("state", "=", "waiting")
        // Read once, not for each row.
        .where("runAfter", "<=", sql<number>`(select ${time()})`)
        .where("id", "not in", atLeastOne(except))
        // Also where any would do: without an order, PostgreSQL reads past all jobs that have ended.
        .orderBy("priority")
        .orderBy("place")
        .limit(1)
    );
  }

  /**
   * Lets a claim last for so many milliseconds from now on.
   *
   * @param maxMilliseconds from its beginning, where a worker on another machine has it: whatever that says, jobs end
   */
  async extend(
    { job, token }: Claimed,
    leaseMilliseconds: number,
    maxMilliseconds: number,
  ): Promise<boolean> {
    const { time } = this.needs;
    const { numUpdatedRows } = await this.#changeOf(
      { job, token },
      { leaseUntil: sql<number>`${time()} + ${sql.lit(leaseMilliseconds)}` },
    )
      .where((build) =>
        build.or([
          build("worker", "is", null),
          build("claimedAt", ">", sql<number>`${time()} - ${sql.lit(maxMilliseconds)}`),
        ]),
      )
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  }

  end(claim: Claimed, outcome: JobOutcome): Promise<boolean> {
    const { time } = this.needs;
    // The token stays, so that a worker that did not receive the answer may end the job once more.
    const ended = { ...ENDED, token: claim.token };
    return this.change(claim, { ...ended, outcome: JSON.stringify(outcome), endedAt: time() });
  }

  /** Lets a job wait again, from so many milliseconds on, because of a failure. */
  delay(claim: Claimed, milliseconds: number, failure: Failure): Promise<boolean> {
    const { time } = this.needs;
    const runAfter = sql<number>`${time()} + ${sql.lit(Math.ceil(milliseconds))}`;
    return this.change(claim, { ...UNCLAIMED, runAfter, lastFailure: JSON.stringify(failure) });
  }

  /** Lets a job wait again at its place, as if it had not been claimed. */
  release(claim: Claimed): Promise<boolean> {
    return this.change(claim, { ...UNCLAIMED, attempts: sql<number>`attempts - 1` });
  }

  /**
   * Lets a job wait again for another process, unless it has been declined for so many milliseconds
   * and no other process runs a job or has ended one a short while ago.
   */
  async decline({ job, token }: Claimed, milliseconds: number): Promise<boolean> {
    const { time, owner } = this.needs;
    const { numUpdatedRows } = await this.#kysely
      .updateTable("analysisJobs")
      .set((build) => ({
        ...{ ...UNCLAIMED, attempts: build("attempts", "-", 1) },
        declinedAt: build.fn.coalesce("declinedAt", time()),
      }))
      .where("id", "=", job.id)
      .where("token", "=", token)
      .where("state", "=", "running")
      .where((build) =>
        build.or([
          build("declinedAt", "is", null),
          build("declinedAt", ">", sql<number>`${time()} - ${sql.lit(milliseconds)}`),
          build.exists(
            build
              .selectFrom("analysisJobs as other")
              .select("other.id")
              .where("other.owner", "not in", [owner, owner + ELSEWHERE])
              .where("other.state", "in", ["running", "ended"]),
          ),
        ]),
      )
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  }

  /** Changes the job of a claim, unless the claim is no longer valid. */
  async change(claim: Claimed, change: Change): Promise<boolean> {
    const { numUpdatedRows } = await this.#changeOf(claim, change).executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  }

  #changeOf({ job, token }: Claimed, change: Change) {
    return this.#kysely
      .updateTable("analysisJobs")
      .set(change)
      .where("id", "=", job.id)
      .where("token", "=", token)
      .where("state", "=", "running")
      .where(this.#asynchronously());
  }
}

/** Returns the claim of a running job. */
export function claimFrom(row: JobRow, token: string): Omit<JobClaim, "leaseMilliseconds"> {
  const { worker, attempts: attempt } = row;
  return { job: jobFrom(row), token, attempt, ...(worker !== null && { worker }) };
}

/** What identifies a claim. */
export type Claimed = Pick<JobClaim, "job" | "token">;

type Change = UpdateObject<Schema, "analysisJobs">;

/** The end of the owner of a job that runs on another machine, and goes on where this process ends. */
export const ELSEWHERE = "|elsewhere";

/** The columns of a job that no process runs. */
export const UNCLAIMED = {
  state: "waiting",
  token: null,
  leaseUntil: null,
};

/** The columns of a job that has ended, but for its outcome. */
export const ENDED = { ...UNCLAIMED, state: "ended", liveName: null };

/** Returns the ids, or one that no job has, because a list of SQL must not be empty. */
const atLeastOne = (ids: readonly string[]): readonly string[] => (ids.length > 0 ? ids : [""]);
