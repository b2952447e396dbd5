import { sql, type Kysely } from "kysely";
import { portionsOf } from "../storage/portions.js";
import type { Schema } from "../storage/tables.js";
import type { DatabaseTime } from "../storage/database-time.js";
import { liveNameOf } from "./job-names.js";

/** Maximum number of names in one statement; each occurs in it twice. */
const NAMES_PER_STATEMENT = 200;

/** Positions are exact among so many jobs, and estimated behind them. */
const EXACT_POSITIONS = 1_000;

/** A job that waits or runs. */
export interface LiveJob {
  readonly id: string;
  readonly name: string;
  readonly trackKey: string;
}

/** A job that waits or runs, with its position in the queue. */
interface PlacedJob extends LiveJob {
  /** How many jobs wait before it; -1 where it runs. */
  readonly position: number;
}

interface LiveRow extends LiveJob {
  readonly state: string;
  readonly place: number;
  readonly isDelayed: number;
}

/** Reads where the jobs of one analysis version stand in the order of their starts. */
export class SqlJobPlaces {
  constructor(
    private readonly needs: {
      readonly kysely: Kysely<Schema>;
      readonly version: number;
      readonly time: DatabaseTime;
    },
  ) {}

  /** Returns the jobs of these names and of these tracks that wait or run: running ones first, then in order. */
  async list(names: readonly string[]): Promise<readonly LiveJob[]> {
    return this.#rows(names);
  }

  /** Returns the same jobs with their positions. */
  async find(names: readonly string[]): Promise<readonly PlacedJob[]> {
    const rows = await this.#rows(names);
    const waiting = rows.filter(({ state }) => state === "waiting");
    const positionOf = waiting.length === 0 ? () => -1 : await this.#positions(waiting);
    return rows.map((row) => ({
      ...row,
      position: row.state === "running" ? -1 : positionOf(row),
    }));
  }

  async #rows(names: readonly string[]): Promise<readonly LiveRow[]> {
    const rows: LiveRow[] = [];
    for (const some of portionsOf(names, NAMES_PER_STATEMENT))
      rows.push(...(await this.#read(some)));
    return rows;
  }

  #read(names: readonly string[]): Promise<readonly LiveRow[]> {
    const { version, time, kysely } = this.needs;
    return kysely
      .selectFrom("analysisJobs")
      .select(["id", "name", "trackKey", "state", "place"])
      .select(sql<number>`case when run_after > ${time()} then 1 else 0 end`.as("isDelayed"))
      .where((build) =>
        build.or([
          build(
            "liveName",
            "in",
            names.map((name) => liveNameOf(version, name)),
          ),
          build.and([
            build("trackKey", "in", names),
            build("state", "in", ["waiting", "running"]),
            build("version", "=", version),
          ]),
        ]),
      )
      .orderBy("state")
      .orderBy("priority")
      .orderBy("place")
      .execute();
  }

  /**
   * Returns a function that tells how many jobs wait before one of these. Only the first jobs are
   * numbered, in one pass over the index, so that the time does not grow with the queue; behind them,
   * places tell how many have been added between. A job whose delay is not over counts as the last.
   */
  async #positions(waiting: readonly LiveRow[]): Promise<(row: LiveRow) => number> {
    const { version, time, kysely } = this.needs;
    const ids = waiting.map(({ id }) => id);
    const rows = await kysely
      .with("ready", (build) =>
        build
          .selectFrom("analysisJobs")
          .select(["id", "priority", "place"])
          .where("version", "=", version)
          .where("state", "=", "waiting")
          // Read once, not for each row.
          .where("runAfter", "<=", sql<number>`(select ${time()})`)
          .orderBy("priority")
          .orderBy("place")
          .limit(EXACT_POSITIONS),
      )
      .with("numbered", (build) =>
        build
          .selectFrom("ready")
          .select(["id", "place"])
          .select(sql<number>`row_number() over (order by priority, place)`.as("turn")),
      )
      .selectFrom("numbered")
      .selectAll()
      .where((build) =>
        build.or([
          build("id", "in", ids),
          build("turn", "=", build.selectFrom("numbered").select(sql<number>`count(*)`.as("all"))),
        ]),
      )
      .orderBy("turn")
      .execute();
    const turns = new Map(rows.map(({ id, turn }) => [id, Number(turn)]));
    const last = rows.at(-1);
    const numbered = Number(last?.turn ?? 0);
    return ({ id, place, isDelayed }) => {
      const turn = turns.get(id);
      if (turn !== undefined) return turn - 1;
      if (isDelayed === 1) return numbered;
      // Fewer are numbered than the first: it has been claimed since it was read.
      if (last === undefined || numbered < EXACT_POSITIONS) return 0;
      return numbered + Math.max(0, place - last.place - 1);
    };
  }
}

/** Returns the job of this name, or else the oldest upload of the track of this key. */
export const jobNamed = <Job extends LiveJob>(
  name: string,
  jobs: readonly Job[],
): Job | undefined =>
  jobs.find((job) => job.name === name) ?? jobs.find(({ trackKey }) => trackKey === name);
