/** An item that waits, and the promise of its result. */
interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Works on items in batches: what comes while others are worked on waits, and then goes together, because
 * each message to a thread takes as long as some reads.
 */
export class ItemBatches<Item, Result> {
  #waiting: Waiting<Item, Result>[] = [];
  #running = 0;
  #isDue = false;

  constructor(
    private readonly needs: {
      /** Works on items; returns their results in the same order. */
      readonly work: (items: readonly Item[]) => Promise<readonly Result[]>;
      /** Maximum number of items in a batch. */
      readonly maxItems: number;
      /** Batches that are worked on at the same time. */
      readonly concurrency: number;
    },
  ) {}

  /** Works on an item; rejects as the work on its batch does. */
  run(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#startSoon();
    });
  }

  /** Lets all that is asked for in this turn wait, before batches begin. */
  #startSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      const free = this.needs.concurrency - this.#running;
      const share = Math.ceil(this.#waiting.length / Math.max(1, free));
      for (let slot = 0; slot < free && this.#waiting.length > 0; slot++) {
        void this.#work(this.#waiting.splice(0, Math.min(share, this.needs.maxItems)));
      }
    });
  }

  async #work(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    this.#running++;
    try {
      const results = await this.needs.work(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    this.#running--;
    if (this.#waiting.length > 0) this.#startSoon();
  }
}
