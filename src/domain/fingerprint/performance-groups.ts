import type { RecordingId } from "../track/recording-id.js";

/** Recordings of one performance, as far as it is known. */
export interface PerformanceGroups {
  /** The recordings of each group, ascending, at least two; groups by their first recording. */
  readonly groups: readonly (readonly RecordingId[])[];

  /** Returns the first recording of the group of a recording; itself where it is linked to none. */
  groupOf(recordingId: RecordingId): RecordingId;
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
    const firsts = new Map<RecordingId, RecordingId>();
    const groups: (readonly RecordingId[])[] = [];
    // From the smallest id on, so that each group is found by its first recording.
    for (const first of [...this.#others.keys()].sort()) {
      if (firsts.has(first)) continue;
      const group = new Set([first]);
      for (const member of group) {
        firsts.set(member, first);
        for (const other of this.#others.get(member) ?? []) group.add(other);
      }
      groups.push([...group].sort());
    }
    return { groups, groupOf: (recordingId) => firsts.get(recordingId) ?? recordingId };
  }
}
