/** When a request may start. */
export interface Turn {
  /** Whether the caller has this turn; not where the wait is too long. */
  readonly isTaken: boolean;
  /** Milliseconds, >= 0. */
  readonly waitMilliseconds: number;
}

/** Hands out the starts of requests to one provider, to all servers in the order in which they ask. */
export interface RequestTurns {
  /**
   * Takes the next turn, unless the wait for it is longer than `maxMilliseconds`. Returns `undefined`
   * where the other servers are not known at the moment; never rejects.
   */
  take(maxMilliseconds: number): Promise<Turn | undefined>;

  /** Hands out no turn before this time has passed; never shortens a longer hold, and never rejects. */
  hold(milliseconds: number): Promise<void>;
}
