/** A part that must work for requests to be answered. */
export interface HealthCheck {
  readonly name: string;
  /** Rejects when the part does not work. */
  check(): Promise<unknown>;
}

/** Whether a part works; one that is still being prepared will. */
export type PartState = "ok" | "failed" | "starting";

/** What was checked, and whether it works. */
export interface Health {
  /** "failed" where any part has, else "starting" where any part is. */
  readonly state: PartState;
  readonly checks: Readonly<Record<string, PartState>>;
}

/** Says whether the server can do its work. */
export class HealthService {
  readonly #checks: readonly HealthCheck[];
  readonly #indexes: { readonly isDone: boolean };

  constructor(needs: {
    readonly checks: readonly HealthCheck[];
    /** What is built at start; the server is not ready before. */
    readonly indexes: { readonly isDone: boolean };
  }) {
    this.#checks = needs.checks;
    this.#indexes = needs.indexes;
  }

  /** Never rejects: a part that fails is an answer. */
  async check(): Promise<Health> {
    const outcomes = await Promise.allSettled(this.#checks.map((part) => part.check()));
    const checks: Record<string, PartState> = { indexes: this.#indexes.isDone ? "ok" : "starting" };
    this.#checks.forEach(({ name }, index) => {
      checks[name] = outcomes[index]?.status === "fulfilled" ? "ok" : "failed";
    });
    const worst = (["failed", "starting"] as const).find((state) =>
      Object.values(checks).includes(state),
    );
    return { state: worst ?? "ok", checks };
  }
}
