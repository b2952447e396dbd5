import { whenAborted } from "../domain/abort-signals.js";

/** A stop that a signal of the operating system or the program requests. */
export interface Stopping {
  /** Resolves when a stop is requested. */
  readonly requested: Promise<void>;
  /** Aborts when a stop is requested. */
  readonly signal: AbortSignal;
  /** Requests a stop. */
  stop(): void;
}

/** Waits for the signals by which operators stop a process. */
export function stopOnSignals(): Stopping {
  const controller = new AbortController();
  const { signal } = controller;
  const stop = (): void => controller.abort();
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  return { requested: whenAborted(signal), signal, stop };
}
