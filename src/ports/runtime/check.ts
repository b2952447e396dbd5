import type { FindingState } from "../../domain/finding.js";

/** Looks at one thing outside that Overtone needs, and changes nothing. */
export interface Check {
  /** What it looks at, e.g. "database". */
  readonly what: string;

  /**
   * How it is.
   *
   * @throws {unknown} `signal.reason`, when aborted; anything else is a bug
   */
  run(signal: AbortSignal): Promise<FindingState>;
}
