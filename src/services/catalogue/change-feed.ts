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

/** Changes that are read, and encoded, before other work runs: about ten milliseconds for each. */
const CHANGES_PER_TURN = 10;

/** How changes are encoded, and for whom they are read. */
interface EncodingOptions<Part> {
  /** Returns the encoded form of some changes. */
  readonly encode: (portion: ChangePage) => Part;
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
    let [revision, newest] = [after, after];
    const portions = await this.#open({ after, max: first }, { encode: (some) => some, budget });
    for await (const portion of portions) {
      changes.push(...portion.changes);
      ({ revision, newest } = portion);
    }
    return { changes, revision, newest };
  }

  /**
   * Opens all changes after a revision, those included that are made meanwhile. They are read as fast as the content is taken.
   *
   * @throws as `page`; once it is open, its content only of the signal
   */
  open(after: number, options: EncodingOptions<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
    return this.#open({ after, max: Infinity }, options);
  }

  /** Opens at most `max` changes after a revision, some of them encoded at a time. */
  async #open<Part>(
    { after, max }: { readonly after: number; readonly max: number },
    { encode, budget }: EncodingOptions<Part>,
  ): Promise<AsyncIterable<Part>> {
    // One reader at a time: what those behind it have not begun ends with their clients.
    await this.#turns.next();
    const turns = new ChargedTurns({ turns: this.#turns, budget });
    const portions = await spendAwaiting(budget, () => begun(this.#portions(after, max, turns)));
    return turns.charged(
      (async function* () {
        for await (const portion of portions) yield encode(portion);
      })(),
    );
  }

  /** Reads changes, some in each turn; a portion is empty only where there are none. */
  async *#portions(after: number, max: number, turns: ChargedTurns): AsyncGenerator<ChangePage> {
    for (let [from, left] = [after, max]; ;) {
      const portion = await this.#read(from, Math.min(CHANGES_PER_TURN, left));
      yield portion;
      from = portion.revision;
      left -= portion.changes.length;
      if (left === 0 || !hasMoreChanges(portion)) return;
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
