/** Slots that are kept, beside twice the number to return, before the last ones are dropped. */
const MORE_KEPT = 100;

/** How the first slots are found. */
export interface LeadingSlotsNeeds {
  /** The maximum number of slots to return. */
  readonly max: number;
  /** Below 0 where slot `a` is before slot `b`; never 0 for different slots. */
  readonly compare: (a: number, b: number) => number;
  /** Returns the group of a slot; only the first slot of each group is returned. */
  readonly groupOf?: (slot: number) => unknown;
}

/**
 * Collects the first slots of an order from many that are offered. Callers that compare a slot with
 * `last` before they offer it skip most slots without a call.
 */
export class LeadingSlots {
  /**
   * The last of the first `max` slots so far: a slot after it is not among them. `undefined` while
   * there are fewer.
   */
  last: number | undefined;
  #kept: number[] = [];

  constructor(private readonly needs: LeadingSlotsNeeds) {}

  /** Adds a slot, at most once each. */
  offer(slot: number): void {
    if (this.#kept.push(slot) >= 2 * this.needs.max + MORE_KEPT) this.#drop();
  }

  /** Returns the first slots, in order. */
  slots(): readonly number[] {
    this.#drop();
    return this.#kept;
  }

  #drop(): void {
    const { max, compare, groupOf } = this.needs;
    const sorted = this.#kept.sort(compare);
    this.#kept = (groupOf ? firstOfEach(sorted, groupOf) : sorted).slice(0, max);
    this.last = this.#kept[max - 1];
  }
}

function firstOfEach(
  slots: readonly number[],
  groupOf: (slot: number) => unknown,
): readonly number[] {
  const groups = new Set<unknown>();
  return slots.filter((slot) => {
    const group = groupOf(slot);
    const isFirst = !groups.has(group);
    groups.add(group);
    return isFirst;
  });
}
