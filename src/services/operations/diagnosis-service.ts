import type { Finding, FindingState } from "../../domain/operations/finding.js";
import type { Check } from "../../ports/runtime/check.js";
import type { Clock } from "../../ports/runtime/clock.js";

const CHECK_TIMEOUT_SECONDS = 15;

/** Checks everything outside the program that it needs, and advises what to do. */
export class DiagnosisService {
  constructor(
    private readonly needs: { readonly checks: readonly Check[]; readonly clock: Clock },
  ) {}

  /**
   * Yields one finding per check, in their order. The checks run one at a time, so that none slows
   * down another. A check that fails or takes over 15 s is a finding too.
   */
  async *findings(): AsyncGenerator<Finding> {
    for (const check of this.needs.checks)
      yield { what: check.what, ...(await this.#stateOf(check)) };
  }

  async #stateOf(check: Check): Promise<FindingState> {
    const overdue = new AbortController();
    const finished = new AbortController();
    const waiting = this.needs.clock.sleep(CHECK_TIMEOUT_SECONDS * 1000, finished.signal);
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
  message: `could not be checked within ${CHECK_TIMEOUT_SECONDS} s`,
  advice: "Check whether the machine, its disk or its network is overloaded, and try again.",
};

function failureOf(error: unknown): FindingState {
  return {
    state: "fail",
    message: `could not be checked: ${error instanceof Error ? error.message : String(error)}`,
    advice: "This is a bug in Overtone. Please report it with this line.",
  };
}
