import type { AnalysisFeed } from "../../ports/analysis/analysis-feed.js";
import { SoundTable } from "./sound-table.js";

/** Changed tracks that are read before yielding to other work: a few milliseconds. */
const TRACKS_PER_SLICE = 500;

/**
 * Stored tracks that are read before yielding to other work: as long, because they are read as one
 * array per field.
 */
const STORED_TRACKS_PER_SLICE = 2000;

/**
 * Keeps the table of all analysed tracks up to date.
 *
 * The first read loads all tracks. Each later read compares its revision with that of the feed and
 * loads the changes since then, of this process or another, so that a result is never older than
 * its request.
 */
export class SoundIndex {
  readonly #feed: AnalysisFeed;
  #table = new SoundTable();
  /** The table is at least as new as this revision; `undefined` before the first read. */
  #revision: number | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor({ feed }: { readonly feed: AnalysisFeed }) {
    this.#feed = feed;
  }

  /**
   * Returns the result of `work` on a table that is at least as new as the store at the time of the
   * call. Calls run one after the other, and yield to other work in between, so that a request with
   * many calls does not block others.
   *
   * @param work takes milliseconds, and must not keep the table
   */
  read<Answer>(work: (table: SoundTable) => Answer): Promise<Answer> {
    const turn = this.#last.then(async () => {
      await this.#refresh();
      return work(this.#table);
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #refresh(): Promise<void> {
    const revision = await this.#feed.revision();
    if (revision === this.#revision) return;
    if (this.#revision === undefined) await this.#readAll();
    else await this.#readChangesSince(this.#revision);
    this.#revision = revision;
  }

  async #readAll(): Promise<void> {
    const table = new SoundTable();
    let from: number | undefined;
    do {
      const portion = await this.#feed.listStored(from, STORED_TRACKS_PER_SLICE);
      table.append(portion);
      from = portion.next;
    } while (from !== undefined);
    this.#table = table;
  }

  async #readChangesSince(revision: number): Promise<void> {
    let seen = revision;
    for (;;) {
      const changes = await this.#feed.listChanges(seen, TRACKS_PER_SLICE);
      for (const { trackKey, measured } of changes) {
        if (measured) this.#table.put(measured);
        else this.#table.remove(trackKey);
      }
      seen = changes.at(-1)?.revision ?? seen;
      if (changes.length < TRACKS_PER_SLICE) return;
    }
  }
}
