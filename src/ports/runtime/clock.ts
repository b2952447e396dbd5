/** The current time, and timers. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;

  /** Resolves after `milliseconds`, or at once when `signal` aborts; never rejects. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}
