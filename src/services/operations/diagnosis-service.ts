import type { Finding, FindingState } from "../../domain/finding.js";
import type { Check } from "../../ports/runtime/check.js";
import type { Clock } from "../../ports/runtime/clock.js";

const CHECK_TIMEOUT_SECONDS = 15;

/** Says what is wrong with the surroundings, and what to do about it. */
export class DiagnosisService {
  readonly #checks: readonly Check[];
  readonly #clock: Clock;

  constructor(needs: { readonly checks: readonly Check[]; readonly clock: Clock }) {
    this.#checks = needs.checks;
    this.#clock = needs.clock;
  }

  /**
   * One finding a check, in their order, each as soon as it is there. One check runs at a time, so
   * that none makes another slow. A check that fails or takes over 15 s is a finding too.
   */
  async *findings(): AsyncGenerator<Finding> {
    for (const check of this.#checks) yield { what: check.what, ...(await this.#verdictOf(check)) };
  }

  async #verdictOf(check: Check): Promise<FindingState> {
    const overdue = new AbortController();
    const finished = new AbortController();
    const waiting = this.#clock.sleep(CHECK_TIMEOUT_SECONDS * 1000, finished.signal);
    try {
      return await Promise.race([check.run(overdue.signal), waiting.then(() => tooSlow)]);
    } catch (error) {
      return failureOf(error);
    } finally {
      finished.abort();
      overdue.abort();
    }
  }
}

const tooSlow: FindingState = {
  state: "warn",
  words: `could not be looked at within ${CHECK_TIMEOUT_SECONDS} s`,
  advice: "Look whether the machine, its disk or its network is overloaded, and try again.",
};

function failureOf(error: unknown): FindingState {
  return {
    state: "fail",
    words: `could not be looked at: ${error instanceof Error ? error.message : String(error)}`,
    advice: "This is a mistake of ours. Please report it with this line.",
  };
}
