import type { JobAdministration } from "../../ports/analysis/job-administration.js";

/** The parts that must work so that the server can handle requests: each rejects where it does not. */
export type HealthChecks = Readonly<Record<string, () => Promise<unknown>>>;

/**
 * The state of a part; "starting" while it is still being prepared, and "missing" where no process
 * runs the analyses that wait.
 */
export type PartState = "ok" | "failed" | "starting" | "missing";

/** The checked parts, and their states. */
export interface Health {
  /**
   * "failed" where any part has failed, else "starting" where any part is starting. Workers do not
   * count, because a server without them still answers everything else.
   */
  readonly state: Exclude<PartState, "missing">;
  readonly checks: Readonly<Record<string, PartState>>;
}

const toOk = (): PartState => "ok";
const toFailed = (): PartState => "failed";

/** Checks whether the server can handle requests. */
export class HealthService {
  constructor(
    private readonly needs: {
      readonly checks: HealthChecks;
      /** The indexes that are built at start; the server is not ready before. */
      readonly indexes: { readonly isDone: boolean };
      readonly jobs: Pick<JobAdministration, "lacksWorkers">;
    },
  ) {}

  /** Checks all parts. Never rejects: a part that fails is a result. */
  async check(): Promise<Health> {
    const checked = Object.entries(this.needs.checks).map(async ([name, check]) => {
      const state = await check().then(toOk, toFailed);
      return [name, state] as const;
    });
    const checks: Record<string, PartState> = {
      indexes: this.needs.indexes.isDone ? "ok" : "starting",
      ...Object.fromEntries(await Promise.all(checked)),
    };
    const worst = (["failed", "starting"] as const).find((state) =>
      Object.values(checks).includes(state),
    );
    return { state: worst ?? "ok", checks: { ...checks, workers: await this.#checkWorkers() } };
  }

  /** Checks whether any process runs the analyses that wait. */
  async #checkWorkers(): Promise<PartState> {
    try {
      return (await this.needs.jobs.lacksWorkers()) ? "missing" : "ok";
    } catch {
      return "failed";
    }
  }
}
