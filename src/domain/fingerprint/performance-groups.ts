import type { RecordingId } from "../track/recording-id.js";

/** Recordings after which work lets other work run: less than a millisecond. */
const RECORDINGS_PER_STEP = 500;

/** Which recordings count as one: those of one performance, as far as it is known. */
export interface PerformanceGroups {
  /** The recordings of each group, ascending, at least two; groups in no particular order. */
  readonly groups: readonly (readonly RecordingId[])[];

  /** Returns the first recording of the group of a recording; itself where it is linked to none. */
  groupOf(recordingId: RecordingId): RecordingId;

  /** Returns the recordings of its group, ascending, with itself; only itself where it is linked to none. */
  membersOf(recordingId: RecordingId): readonly RecordingId[];
}

/** Pairs of recordings that are linked, from which groups follow: what is linked to one of a group belongs to it. */
export class LinkedPairs {
  /** The score of each pair, under both. */
  readonly #others = new Map<RecordingId, Map<RecordingId, number>>();
  #changeCount = 0;

  /** Raised by each change of the pairs. */
  get changeCount(): number {
    return this.#changeCount;
  }

  /** Removes all pairs of a recording. */
  remove(recordingId: RecordingId): void {
    const others = this.#others.get(recordingId);
    if (others === undefined) return;
    this.#changeCount += 1;
    this.#others.delete(recordingId);
    for (const other of others.keys()) {
      const rest = this.#others.get(other);
      rest?.delete(recordingId);
      if (rest?.size === 0) this.#others.delete(other);
    }
  }

  /** Adds a pair, in any order, with its score, [0, 1]. */
  add(one: RecordingId, other: RecordingId, score: number): void {
    this.#changeCount += 1;
    this.#othersOf(one).set(other, score);
    this.#othersOf(other).set(one, score);
  }

  /**
   * Finds the groups of now, by the pairs with at least a score; yields after some milliseconds at most. The pairs must
   * not change meanwhile.
   *
   * @param minScore [0, 1]
   */
  *grouping(minScore: number): Generator<undefined, PerformanceGroups, undefined> {
    const groupOf = new Map<RecordingId, readonly RecordingId[]>();
    const groups: (readonly RecordingId[])[] = [];
    let seen = 0;
    for (const start of this.#others.keys()) {
      if (++seen % RECORDINGS_PER_STEP === 0) yield;
      if (groupOf.has(start)) continue;
      const found = new Set([start]);
      for (const member of found) {
        for (const [other, score] of this.#others.get(member) ?? []) {
          if (score >= minScore) found.add(other);
        }
      }
      if (found.size === 1) continue;
      const group = [...found].sort();
      for (const member of group) groupOf.set(member, group);
      groups.push(group);
    }
    return {
      groups,
      groupOf: (recordingId) => groupOf.get(recordingId)?.[0] ?? recordingId,
      membersOf: (recordingId) => groupOf.get(recordingId) ?? [recordingId],
    };
  }

  /** Returns the same groups at once. */
  groupsFrom(minScore: number): PerformanceGroups {
    const grouping = this.grouping(minScore);
    for (;;) {
      const step = grouping.next();
      if (step.done === true) return step.value;
    }
  }

  #othersOf(recordingId: RecordingId): Map<RecordingId, number> {
    const others = this.#others.get(recordingId) ?? new Map<RecordingId, number>();
    this.#others.set(recordingId, others);
    return others;
  }
}

/** Groups in which each recording is by itself. */
export const ungrouped: PerformanceGroups = new LinkedPairs().groupsFrom(0);

/** Returns the first value of each group, without the groups of some recordings; a value without a recording stays. */
export function firstOfGroups<Value extends { readonly recordingId?: RecordingId }>(
  values: readonly Value[],
  groups: Pick<PerformanceGroups, "groupOf">,
  excluded: readonly RecordingId[] = [],
): readonly Value[] {
  const seen = new Set(excluded.map((recordingId) => groups.groupOf(recordingId)));
  return values.filter(({ recordingId }) => {
    if (recordingId === undefined) return true;
    const group = groups.groupOf(recordingId);
    const isFirst = !seen.has(group);
    seen.add(group);
    return isFirst;
  });
}
