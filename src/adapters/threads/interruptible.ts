import { TimedOutError } from "../../domain/errors/availability-errors.js";

/**
 * Returns the result of the call, unless its time limit ends or the signal aborts first. The signal
 * may live as long as the process: no listener of the call is left on it.
 *
 * @throws {TimedOutError} the call exceeded its time limit; `what` names it
 * @throws {unknown} `signal.reason`, when aborted before
 */
export async function interruptible<Result>(
  call: Promise<Result>,
  limits: {
    readonly signal: AbortSignal;
    readonly timeoutMilliseconds: number;
    readonly what: string;
  },
): Promise<Result> {
  const { signal, timeoutMilliseconds, what } = limits;
  let rejectWith: (reason: unknown) => void = () => undefined;
  const interrupted = new Promise<never>((_, reject) => (rejectWith = reject));
  const interrupt = (): void => rejectWith(signal.reason);
  const timer = setTimeout(() => {
    rejectWith(new TimedOutError(what, timeoutMilliseconds / 1000));
  }, timeoutMilliseconds);
  signal.addEventListener("abort", interrupt);
  try {
    if (signal.aborted) interrupt();
    return await Promise.race([call, interrupted]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", interrupt);
  }
}
