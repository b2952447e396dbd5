/** How much of its rate a caller has left. */
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
  /** Takes one request from what `caller` has left in the window. */
  take(caller: string): Promise<RateAllowance>;
}
