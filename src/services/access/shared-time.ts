/** What the time of the event loop is charged to. */
export interface Payer {
  /** Adds to what it owes, milliseconds. */
  readonly owe: (milliseconds: number) => void;
}

/** An answer of which long work was a part. */
export interface PayingAnswer extends Payer {
  /** Returns whether it is being sent: then it pays for nothing more. */
  readonly isSent: () => boolean;
}

/**
 * Divides the time in which the event loop is busy: among the pieces of work that are under way, or where there are none among the
 * answers that are made of earlier work. So what is read and written after the work is paid for as well, and nothing twice.
 */
export class SharedTime {
  readonly #pieces = new Set<Payer>();
  readonly #answers = new Set<PayingAnswer>();
  /** Until when time was divided, as `busyTime` tells it. */
  #until = 0;

  /** @param busyTime returns how long the event loop has been busy, milliseconds */
  constructor(private readonly busyTime: () => number) {}

  /** Begins a piece of work. */
  begin(piece: Payer): void {
    this.#divide();
    this.#pieces.add(piece);
  }

  /** Ends a piece of work, which has paid. */
  end(piece: Payer): void {
    this.#divide();
    this.#pieces.delete(piece);
  }

  /** Lets an answer pay until it is sent, or has ended. */
  open(answer: PayingAnswer): void {
    this.#divide();
    this.#answers.add(answer);
  }

  /** Ends an answer. */
  close(answer: PayingAnswer): void {
    if (!this.#answers.has(answer)) return;
    this.#divide();
    this.#answers.delete(answer);
  }

  #divide(): void {
    const now = this.busyTime();
    const payers: ReadonlySet<Payer> = this.#pieces.size > 0 ? this.#pieces : this.#answers;
    for (const payer of payers) payer.owe((now - this.#until) / payers.size);
    this.#until = now;
    for (const answer of this.#answers) if (answer.isSent()) this.#answers.delete(answer);
  }
}
