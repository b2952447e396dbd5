import { TimedOutError } from "../../domain/errors/availability-errors.js";
import type { LibraryStatus } from "../../domain/library/library-status.js";
import type { Clock } from "../../ports/runtime/clock.js";
import { endable } from "../endable.js";
import type { LibraryStatusService } from "./library-status-service.js";

/** Interval at which the status is read: that of its shared readings. */
const POLL_MILLISECONDS = 1_000;

/** Maximum duration of one watch. */
const MAX_SECONDS = 3_600;

/** Watches the status of the library. */
export class LibraryUpdates {
  constructor(
    private readonly needs: {
      readonly status: Pick<LibraryStatusService, "get">;
      readonly clock: Clock;
    },
  ) {}

  /**
   * Yields the current status, then each change, at most one a second; `return` ends it at once. The
   * rate and the time left alone, which depend on the time of day, count as no change.
   *
   * @throws {TimedOutError} after an hour
   */
  watch(): AsyncGenerator<LibraryStatus, void, void> {
    return endable((ended) => this.#watch(ended));
  }

  async *#watch(ended: AbortSignal): AsyncGenerator<LibraryStatus, void, void> {
    const { status, clock } = this.needs;
    const endsAt = clock.now() + MAX_SECONDS * 1_000;
    let last = "";
    while (!ended.aborted) {
      const current = await status.get();
      const counts = countsOf(current);
      if (counts !== last) yield current;
      last = counts;
      if (clock.now() >= endsAt) throw new TimedOutError("Watching the library", MAX_SECONDS);
      await clock.sleep(POLL_MILLISECONDS, ended);
    }
  }
}

const countsOf = (status: LibraryStatus): string =>
  JSON.stringify({ ...status, tracksPerHour: null, secondsLeft: null });
