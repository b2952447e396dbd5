import { sql, type Kysely } from "kysely";
import { portionsOf } from "../storage/portions.js";
import type { Schema } from "../storage/tables.js";
import type { DatabaseTime } from "../storage/database-time.js";
import { liveNameOf } from "./job-names.js";

/** Maximum number of names in one statement; each occurs in it twice. */
const NAMES_PER_STATEMENT = 200;

/** A job that waits or runs. */
export interface PlacedJob {
  readonly id: string;
  readonly name: string;
  readonly trackKey: string;
  /** How many jobs wait before it; -1 where it runs. */
  readonly position: number;
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
  async find(names: readonly string[]): Promise<readonly PlacedJob[]> {
    const found: PlacedJob[] = [];
    for (const some of portionsOf(names, NAMES_PER_STATEMENT))
      found.push(...(await this.#find(some)));
    return found;
  }

  async #find(names: readonly string[]): Promise<readonly PlacedJob[]> {
    const { version, kysely } = this.needs;
    const rows = await kysely
      .selectFrom("analysisJobs")
      .select(["id", "name", "trackKey", "state"])
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
    const waiting = rows.filter(({ state }) => state === "waiting").map(({ id }) => id);
    const positions = await this.#positions(waiting);
    return rows.map(({ state, ...row }) => ({
      ...row,
      position: state === "running" ? -1 : (positions.get(row.id) ?? 0),
    }));
  }

  /** Returns how many jobs wait before each of some: one pass over the index, for any number of them. */
  async #positions(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (ids.length === 0) return new Map();
    const { version, time, kysely } = this.needs;
    const isDelayed = sql<number>`case when run_after > ${time()} then 1 else 0 end`;
    const rows = await kysely
      .selectFrom((build) =>
        build
          .selectFrom("analysisJobs")
          .select("id")
          .select(
            sql<number>`row_number() over (order by ${isDelayed}, priority, place)`.as("turn"),
          )
          .where("version", "=", version)
          .where("state", "=", "waiting")
          .as("ordered"),
      )
      .select(["id", "turn"])
      .where("id", "in", ids)
      .execute();
    return new Map(rows.map(({ id, turn }) => [id, Number(turn) - 1]));
  }
}
