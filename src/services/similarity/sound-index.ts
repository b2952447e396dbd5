import type { AnalysisFeed } from "../../ports/analysis/analysis-feed.js";
import { SoundTable } from "./sound-table.js";

/** Changed tracks read before other work gets a turn: a few milliseconds. */
const TRACKS_PER_SLICE = 500;

/** Kept tracks read before other work gets a turn: as long, because they come a field at a time. */
const STORED_TRACKS_PER_SLICE = 2000;

/**
 * Keeps the table of all analysed tracks up to date.
 *
 * Everything is read by the first question. Each question compares its revision with that of the
 * feed and has read what changed since, in this process or another, so that no answer is older than
 * its question.
 */
export class SoundIndex {
  readonly #feed: AnalysisFeed;
  #table = new SoundTable();
  /** What the table is at least as new as; `undefined` while nothing has been read. */
  #revision: number | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor({ feed }: { readonly feed: AnalysisFeed }) {
    this.#feed = feed;
  }

  /**
   * What the work finds in a table that is at least as new as the store is at the moment of the
   * call. Each has its turn, and other work of the process has one in between, so that a request
   * with many questions holds up no others.
   *
   * @param work takes milliseconds, and keeps nothing of the table
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
