/** The cancellation of work that is done for a caller, and the account that its time is charged to. */
export interface WorkBudget {
  /** Aborts when the result is no longer needed. */
  readonly signal: AbortSignal;

  /**
   * Begins a piece of work. Calling the returned function ends it, and charges the time that the event loop was busy
   * meanwhile, or its share where pieces of others run meanwhile. Pieces within others are charged once. What is made of the work
   * until the answer is sent is charged as well, but for the budget of `begun`.
   *
   * @throws {unknown} `signal.reason`, when aborted
   * @throws {ProcessorTimeUsedError} the caller has used its share of the processor
   */
  begin(): () => void;

  /** Returns the budget of work that has begun: it is charged, and ends with the signal only. */
  begun(): WorkBudget;
}

/**
 * Does work at once, and charges its time; without a budget, only does it.
 *
 * @throws what `WorkBudget.begin` throws
 */
export function spend<Result>(budget: WorkBudget | undefined, work: () => Result): Result {
  const end = budget?.begin();
  try {
    return work();
  } finally {
    end?.();
  }
}

/** Does work that waits, such as for the database, and charges it as `spend` does. */
export async function spendAwaiting<Result>(
  budget: WorkBudget | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  const end = budget?.begin();
  try {
    return await work();
  } finally {
    end?.();
  }
}

/** Returns the budget of a command or of the server itself, whose time is not charged. */
export function unlimitedBudget(signal: AbortSignal): WorkBudget {
  const budget: WorkBudget = {
    signal,
    begin: () => {
      signal.throwIfAborted();
      return () => undefined;
    },
    begun: () => budget,
  };
  return budget;
}
