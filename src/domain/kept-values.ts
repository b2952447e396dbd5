/** A value, and what it was computed of. */
interface KeptValue<Value> {
  readonly inputs: readonly unknown[];
  readonly value: Value;
}

/**
 * Keeps the values that were last asked for, each with what it was computed of, so that requests for unchanged data do
 * not compute them again. Of data that change, the revision is one of the inputs.
 */
export class KeptValues<Value> {
  /** Used last first. */
  #kept: readonly KeptValue<Value>[] = [];

  /** @param max how many values are kept, >= 1 */
  constructor(private readonly max: number) {}

  /**
   * Returns the value that was computed of the same inputs, or computes it. A promise that is rejected is not kept.
   *
   * @param inputs everything that the value depends on; the same objects, or equal numbers and texts
   */
  of(inputs: readonly unknown[], compute: () => Value): Value {
    const found = this.#kept.find((kept) => isSame(kept.inputs, inputs));
    const kept = found ?? { inputs, value: compute() };
    this.#kept = [kept, ...this.#kept.filter((other) => other !== kept)].slice(0, this.max);
    if (!found && kept.value instanceof Promise) {
      kept.value.catch(() => {
        this.#kept = this.#kept.filter((other) => other !== kept);
      });
    }
    return kept.value;
  }
}

const isSame = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length === others.length && some.every((one, index) => Object.is(one, others[index]));
