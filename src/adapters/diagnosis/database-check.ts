import type { FindingState } from "../../domain/finding.js";
import type { Check } from "../../ports/runtime/check.js";
import { migrationNames } from "../storage/migrations/migrate.js";
import type { SqliteInspection } from "../storage/sqlite/sqlite-inspection.js";

/** Looks into the database; `undefined` where there is none yet. */
export type Inspect = () => SqliteInspection | undefined;

/** Whether the database can be opened and written, is undamaged, and of this version. */
export class DatabaseCheck implements Check {
  readonly what = "database";
  readonly #path: string;
  readonly #inspect: Inspect;

  /** @param needs `path` of the file, or `:memory:` */
  constructor(needs: { readonly path: string; readonly inspect: Inspect }) {
    this.#path = needs.path;
    this.#inspect = needs.inspect;
  }

  run(): Promise<FindingState> {
    return Promise.resolve(this.#state());
  }

  #state(): FindingState {
    if (this.#path === ":memory:") return { state: "ok", words: "in memory: forgets at the end" };
    try {
      const inspection = this.#inspect();
      if (inspection) return this.#stateOf(inspection);
      return { state: "ok", words: `none yet; the first start makes ${this.#path}` };
    } catch (error) {
      return {
        state: "fail",
        words: error instanceof Error ? error.message : String(error),
        advice: `Look who owns ${this.#path} and its folder, and whether the disk is full; else put a backup in its place, or move it away to begin anew.`,
      };
    }
  }

  #stateOf({ damage, migrations }: SqliteInspection): FindingState {
    if (damage.length > 0) {
      return {
        state: "fail",
        words: `${this.#path} is damaged: ${damage.join("; ")}`,
        advice: "Stop the server and put a backup in its place, or move it away to begin anew.",
      };
    }
    const unknown = migrations.filter((name) => !migrationNames.includes(name));
    if (unknown.length > 0) {
      return {
        state: "fail",
        words: `${this.#path} was written by a newer version, which knows ${unknown.join(", ")}`,
        advice: "Update Overtone, or name another database in DATABASE_URL.",
      };
    }
    const missingCount = migrationNames.length - migrations.length;
    if (missingCount > 0) {
      return {
        state: "warn",
        words: `${this.#path} lacks ${missingCount} of ${migrationNames.length} migrations`,
        advice: "Run `overtone migrate`; starting the server does it too.",
      };
    }
    return { state: "ok", words: `${this.#path}: undamaged, writable, at ${migrations.at(-1)}` };
  }
}
