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
  constructor(
    private readonly needs: {
      readonly checks: readonly HealthCheck[];
      /** The indexes that are built at start; the server is not ready before. */
      readonly indexes: { readonly isDone: boolean };
    },
  ) {}

  /** Checks all parts. Never rejects: a part that fails is a result. */
  async check(): Promise<Health> {
    const outcomes = await Promise.allSettled(this.needs.checks.map((part) => part.check()));
    const checks: Record<string, PartState> = {
      indexes: this.needs.indexes.isDone ? "ok" : "starting",
    };
    this.needs.checks.forEach(({ name }, index) => {
      checks[name] = outcomes[index]?.status === "fulfilled" ? "ok" : "failed";
    });
    const worst = (["failed", "starting"] as const).find((state) =>
      Object.values(checks).includes(state),
    );
    return { state: worst ?? "ok", checks };
  }
}
