/** A part that must work so that the server can handle requests. */
export interface HealthCheck {
  readonly name: string;
  /** Rejects where the part does not work. */
  check(): Promise<unknown>;
}

/** The state of a part; "starting" while it is still being prepared. */
export type PartState = "ok" | "failed" | "starting";

/** The checked parts, and their states. */
export interface Health {
  /** "failed" where any part has failed, else "starting" where any part is starting. */
  readonly state: PartState;
  readonly checks: Readonly<Record<string, PartState>>;
}

/** Checks whether the server can handle requests. */
export class HealthService {
  readonly #checks: readonly HealthCheck[];
  readonly #indexes: { readonly isDone: boolean };

  constructor(needs: {
    readonly checks: readonly HealthCheck[];
    /** The indexes that are built at start; the server is not ready before. */
    readonly indexes: { readonly isDone: boolean };
  }) {
    this.#checks = needs.checks;
    this.#indexes = needs.indexes;
  }

  /** Checks all parts. Never rejects: a part that fails is a result. */
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
