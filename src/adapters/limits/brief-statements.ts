import type { Clock } from "../../ports/runtime/clock.js";
import type { Logger } from "../../ports/runtime/logger.js";

/** Maximum wait for a statement, which usually takes a millisecond. */
const WAIT_MILLISECONDS = 250;

/** How long no statement is sent after one that failed or came late. */
const PAUSE_MILLISECONDS = 1_000;

const LATE = Symbol("late");

/**
 * Runs statements that requests can do without. A statement that fails, or has no result within a
 * quarter of a second, gives none; then none is sent for a second, and not before those that are late
 * have ended, so that they never take all connections.
 */
export class BriefStatements {
  #late = 0;
  #pausedUntil = -Infinity;
  #isAway = false;

  constructor(private readonly needs: { readonly clock: Clock; readonly logger: Logger }) {}

  /** Returns the result of the statement, or `undefined` where there is none; never rejects. */
  async run<Result>(statement: () => Promise<Result>): Promise<Result | undefined> {
    const { clock } = this.needs;
    if (this.#late > 0 || clock.now() < this.#pausedUntil) return undefined;
    const isDecided = new AbortController();
    const late = clock.sleep(WAIT_MILLISECONDS, isDecided.signal).then((): typeof LATE => LATE);
    const result = statement();
    try {
      const first = await Promise.race([result, late]);
      if (first !== LATE) return this.#succeed(first);
      this.#watch(result);
      return this.#fail(new Error(`no result after ${WAIT_MILLISECONDS} ms`));
    } catch (error) {
      return this.#fail(error);
    } finally {
      isDecided.abort();
    }
  }

  #watch(late: Promise<unknown>): void {
    this.#late += 1;
    const end = (): void => void (this.#late -= 1);
    late.then(end, end);
  }

  #succeed<Result>(result: Result): Result {
    if (this.#isAway) this.needs.logger.info("The limits are those of all servers again.");
    this.#isAway = false;
    return result;
  }

  #fail(error: unknown): undefined {
    this.#pausedUntil = this.needs.clock.now() + PAUSE_MILLISECONDS;
    if (!this.#isAway) {
      const message = "The database does not answer: this server counts and paces requests alone.";
      this.needs.logger.warn(message, { error });
    }
    this.#isAway = true;
  }
}
