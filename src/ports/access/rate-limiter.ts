/** The number of requests that a caller has left in the current window. */
export interface RateAllowance {
  readonly isAllowed: boolean;
  /** Requests per window. */
  readonly limit: number;
  /** Requests left in this window, >= 0. */
  readonly remaining: number;
  /** Seconds until the window ends, > 0. */
  readonly resetSeconds: number;
}

/** Counts requests per caller. */
export interface RateLimiter {
  /** Counts one request of `caller`, and returns what it has left in the window. */
  take(caller: string): Promise<RateAllowance>;
}
