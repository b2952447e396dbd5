/** How much a caller may take in a window, in requests or in milliseconds of processor time. */
export interface RatePolicy {
  /** Integer >= 1. */
  readonly limit: number;
  /** How long a window is, integer >= 1. */
  readonly seconds: number;
}

/** What a caller has left in the current window. */
export interface RateAllowance {
  readonly isAllowed: boolean;
  /** How much it may take per window. */
  readonly limit: number;
  /** What is left of it in this window, >= 0. */
  readonly remaining: number;
  /** Seconds until the window ends, > 0. */
  readonly resetSeconds: number;
}

/** Counts what callers take. */
export interface RateLimiter {
  /**
   * Counts one request of `caller`, or something else that it takes, and returns what it has left in the window.
   *
   * @param amount integer >= 1
   */
  take(caller: string, amount?: number): Promise<RateAllowance>;
}
