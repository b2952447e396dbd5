import type { RecordingId } from "../track/recording-id.js";

/** Which recordings count as one: those of one performance, as far as it is known. */
export interface PerformanceGroups {
  /** The recordings of each group, ascending, at least two; groups by their first recording. */
  readonly groups: readonly (readonly RecordingId[])[];

  /** Returns the first recording of the group of a recording; itself where it is linked to none. */
  groupOf(recordingId: RecordingId): RecordingId;

  /** Returns the recordings of its group, ascending, with itself; only itself where it is linked to none. */
  membersOf(recordingId: RecordingId): readonly RecordingId[];
}

/** Pairs of recordings that are linked, from which groups follow: what is linked to one of a group belongs to it. */
export class LinkedPairs {
  readonly #others = new Map<RecordingId, Set<RecordingId>>();
  #groups: PerformanceGroups | undefined;

  /** Removes all pairs of a recording. */
  remove(recordingId: RecordingId): void {
    const others = this.#others.get(recordingId);
    if (others === undefined) return;
    this.#groups = undefined;
    this.#others.delete(recordingId);
    for (const other of others) {
      const rest = this.#others.get(other);
      rest?.delete(recordingId);
      if (rest?.size === 0) this.#others.delete(other);
    }
  }

  /** Adds a pair, in any order; one that is there already changes nothing. */
  add(one: RecordingId, other: RecordingId): void {
    this.#groups = undefined;
    this.#othersOf(one).add(other);
    this.#othersOf(other).add(one);
  }

  /** The groups of now; a later change makes others. */
  get groups(): PerformanceGroups {
    this.#groups ??= this.#grouped();
    return this.#groups;
  }

  #othersOf(recordingId: RecordingId): Set<RecordingId> {
    const others = this.#others.get(recordingId) ?? new Set();
    this.#others.set(recordingId, others);
    return others;
  }

  #grouped(): PerformanceGroups {
    const groupOf = new Map<RecordingId, readonly RecordingId[]>();
    const groups: (readonly RecordingId[])[] = [];
    // From the smallest id on, so that each group is found by its first recording.
    for (const first of [...this.#others.keys()].sort()) {
      if (groupOf.has(first)) continue;
      const found = new Set([first]);
      for (const member of found) {
        for (const other of this.#others.get(member) ?? []) found.add(other);
      }
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
}

/** Groups in which each recording is by itself. */
export const ungrouped: PerformanceGroups = new LinkedPairs().groups;

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
