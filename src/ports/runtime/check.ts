import type { FindingState } from "../../domain/operations/finding.js";

/** Checks one thing outside the program that Overtone needs, and changes nothing. */
export interface Check {
  /** The subject of the check, e.g. "database". */
  readonly what: string;

  /**
   * Returns the state of the subject.
   *
   * @throws {unknown} `signal.reason`, when aborted; anything else is a bug
   */
  run(signal: AbortSignal): Promise<FindingState>;
}
