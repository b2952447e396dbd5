import type { FindingState } from "../../domain/finding.js";
import type { Check } from "../../ports/runtime/check.js";
import { migrationNames } from "../storage/migrations/migrate.js";
import type { SqliteInspection } from "../storage/sqlite/sqlite-inspection.js";

/** Inspects the database; returns `undefined` where there is none yet. */
export type Inspect = () => SqliteInspection | undefined;

/** Checks whether the database can be opened and written, is undamaged, and has the present schema. */
export class DatabaseCheck implements Check {
  readonly what = "database";

  /** @param needs `path` of the file, or `:memory:` */
  constructor(private readonly needs: { readonly path: string; readonly inspect: Inspect }) {}

  run(): Promise<FindingState> {
    return Promise.resolve(this.#state());
  }

  #state(): FindingState {
    if (this.needs.path === ":memory:")
      return { state: "ok", message: "in memory: it is lost when the server stops" };
    try {
      const inspection = this.needs.inspect();
      if (inspection) return this.#stateOf(inspection);
      return { state: "ok", message: `none yet; the first start creates ${this.needs.path}` };
    } catch (error) {
      return {
        state: "fail",
        message: error instanceof Error ? error.message : String(error),
        advice: `Check the owner of ${this.needs.path} and of its folder, and whether the disk is full. Otherwise, restore a backup, or move the file away to start with a new database.`,
      };
    }
  }

  #stateOf({ damage, migrations }: SqliteInspection): FindingState {
    if (damage.length > 0) {
      return {
        state: "fail",
        message: `${this.needs.path} is damaged: ${damage.join("; ")}`,
        advice:
          "Stop the server and restore a backup, or move the file away to start with a new database.",
      };
    }
    const unknown = migrations.filter((name) => !migrationNames.includes(name));
    if (unknown.length > 0) {
      return {
        state: "fail",
        message: `${this.needs.path} was written by a newer version, with the migrations ${unknown.join(", ")}`,
        advice: "Update Overtone, or set DATABASE_URL to another database.",
      };
    }
    const missingCount = migrationNames.length - migrations.length;
    if (missingCount > 0) {
      return {
        state: "warn",
        message: `${this.needs.path} lacks ${missingCount} of ${migrationNames.length} migrations`,
        advice: "Run `overtone migrate`; starting the server does it too.",
      };
    }
    return {
      state: "ok",
      message: `${this.needs.path}: undamaged, writable, at ${migrations.at(-1)}`,
    };
  }
}
