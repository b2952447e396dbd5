/** A part that must work for requests to be answered. */
export interface HealthCheck {
  readonly name: string;
  /** Rejects when the part does not work. */
  check(): Promise<unknown>;
}

/** What was checked, and whether it works. */
export interface Health {
  readonly isReady: boolean;
  readonly checks: Readonly<Record<string, "ok" | "failed">>;
}

/** Says whether the server can do its work. */
export class HealthService {
  readonly #checks: readonly HealthCheck[];

  constructor({ checks }: { readonly checks: readonly HealthCheck[] }) {
    this.#checks = checks;
  }

  /** Never rejects: a part that fails is an answer. */
  async check(): Promise<Health> {
    const outcomes = await Promise.allSettled(this.#checks.map((part) => part.check()));
    const states = outcomes.map((outcome) => (outcome.status === "fulfilled" ? "ok" : "failed"));
    return {
      isReady: states.every((state) => state === "ok"),
      checks: Object.fromEntries(
        this.#checks.map(({ name }, index) => [name, states[index] ?? "failed"]),
      ),
    };
  }
}
