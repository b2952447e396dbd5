import { TimedOutError } from "../../domain/errors/availability-errors.js";

/**
 * What the call gives, unless its time is up or the signal aborts before. The signal may live as
 * long as the process: nothing of the call is left with it.
 *
 * @throws {TimedOutError} it takes longer than it may; `what` names it
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
