import type { WorkBudget } from "../../domain/work-budget.js";
import type { ExportTurns } from "./export-turns.js";

/** The turns of the event loop in which one long answer is read and encoded. Their time is charged to a budget, if there is one. */
export class ChargedTurns {
  /** Ends the piece of work that is charged at the moment. */
  #end: () => void = () => undefined;

  constructor(
    private readonly needs: {
      readonly turns: ExportTurns;
      readonly budget?: WorkBudget | undefined;
    },
  ) {}

  /** Waits for the next turn, from which on work is charged. */
  async next(): Promise<void> {
    this.#end();
    await this.needs.turns.next();
    this.#begin();
  }

  /** Charges what is read and encoded, until each part of the content is there. */
  async *charged<Part>(content: AsyncIterable<Part>): AsyncGenerator<Part> {
    try {
      for await (const part of content) {
        this.#end();
        yield part;
        this.#begin();
      }
    } finally {
      this.#end();
    }
  }

  #begin(): void {
    const { budget } = this.needs;
    if (budget) this.#end = budget.begun().begin();
  }
}

/** Takes the first value of an iteration, and returns an iteration over all of them. */
export async function begun<Value>(values: AsyncGenerator<Value>): Promise<AsyncIterable<Value>> {
  const first = await values.next();
  return (async function* () {
    try {
      if (!first.done) yield first.value;
      yield* values;
    } finally {
      await values.return(undefined);
    }
  })();
}
