import {
  hasMoreChanges,
  type ChangePage,
  type RecordingChange,
} from "../../domain/catalogue/recording-change.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { spendAwaiting, type WorkBudget } from "../../domain/work-budget.js";
import type { RecordingChanges } from "../../ports/analysis/recording-changes.js";
import type { Clock } from "../../ports/runtime/clock.js";
import { begun, ChargedTurns } from "../export/charged-turns.js";
import { ExportTurns } from "../export/export-turns.js";

/** Changes that are read before other work runs: some milliseconds. */
const CHANGES_PER_TURN = 20;

/** How all changes are written. */
export interface ChangeContentOptions {
  readonly encode: (page: ChangePage) => Uint8Array;
  readonly budget?: WorkBudget | undefined;
}

/**
 * Tells other programs what changes: every analysed recording that was added, changed or removed, in the order of the last change of
 * each. A program that has applied the changes up to a cursor, and applies those after it, has what the catalogue has.
 */
export class ChangeFeed {
  readonly #turns: ExportTurns;

  constructor(
    private readonly needs: {
      readonly changes: RecordingChanges;
      readonly clock: Clock;
    },
  ) {
    this.#turns = new ExportTurns(needs);
  }

  /**
   * Returns some changes after a revision.
   *
   * @param after integer >= 0
   * @param first maximum number of changes, integer >= 1
   * @throws {InvalidInputError} the revision is newer than the last change
   * @throws what `WorkBudget.begin` throws
   */
  async page(after: number, first: number, budget?: WorkBudget): Promise<ChangePage> {
    const changes: RecordingChange[] = [];
    let charged = budget;
    for (let from = after; ;) {
      // One reader at a time: what those behind it have not begun ends with their clients.
      await this.#turns.next();
      const portion = Math.min(CHANGES_PER_TURN, first - changes.length);
      const page = await spendAwaiting(charged, () => this.#read(from, portion));
      charged = budget?.begun();
      changes.push(...page.changes);
      const isEnd = changes.length === first || !hasMoreChanges(page);
      if (isEnd) return { ...page, changes };
      from = page.revision;
    }
  }

  /**
   * Opens all changes after a revision, those included that are made meanwhile. They are read as fast as the content is taken.
   *
   * @throws as `page`; once it is open, its content only of the signal
   */
  async open(
    after: number,
    { encode, budget }: ChangeContentOptions,
  ): Promise<AsyncIterable<Uint8Array>> {
    await this.#turns.next();
    const turns = new ChargedTurns({ turns: this.#turns, budget });
    const pages = await spendAwaiting(budget, () => begun(this.#pages(after, turns)));
    return turns.charged(
      (async function* () {
        for await (const page of pages) yield encode(page);
      })(),
    );
  }

  async *#pages(after: number, turns: ChargedTurns): AsyncGenerator<ChangePage> {
    for (let from = after; ;) {
      const page = await this.#read(from, CHANGES_PER_TURN);
      if (page.changes.length > 0) yield page;
      if (!hasMoreChanges(page)) return;
      from = page.revision;
      await turns.next();
    }
  }

  async #read(after: number, first: number): Promise<ChangePage> {
    const page = await this.needs.changes.find(after, first);
    if (after <= page.newest) return page;
    throw new InvalidInputError(
      "after",
      "is newer than the last change: the database is another one, or was restored; read all changes again",
    );
  }
}
