import { useState } from "preact/hooks";

/** Something that the reader lets the server do, one at a time. */
export interface StartedWork {
  readonly isWorking: boolean;
  /** Why the last attempt failed; `null` where it did not. */
  readonly failure: unknown;
  readonly start: (send: () => Promise<unknown>) => void;
}

/**
 * Lets the reader start work, and says how it went.
 *
 * @param onDone called after each that succeeded
 */
export function useWork(onDone?: () => void): StartedWork {
  const [isWorking, setIsWorking] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const start = (send: () => Promise<unknown>): void => {
    setIsWorking(true);
    setFailure(null);
    send()
      .then(onDone, setFailure)
      .finally(() => {
        setIsWorking(false);
      });
  };
  return { isWorking, failure, start };
}
