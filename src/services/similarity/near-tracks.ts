import { LeadingSlots } from "../../domain/catalogue/leading-slots.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { SoundTable } from "../../ports/analysis/sound-catalogue.js";

/** A track with its distance from a reference. */
export interface NearTrack {
  /** Its slot in the table, valid until the table changes. */
  readonly slot: number;
  readonly recordingId: RecordingId;
  /** >= 0. */
  readonly squaredDistance: number;
}

/** Collects the nearest of many tracks, nearest first, ties by the id of the recording, one per recording. */
export class NearTracks {
  /** Tracks at a larger squared distance are not among the nearest. */
  maxSquaredDistance = Infinity;
  readonly #table: SoundTable;
  readonly #excluded: ReadonlySet<string>;
  /** By slot, of the tracks that were added: few, because most are further away than those before. */
  readonly #squaredDistances = new Map<number, number>();
  readonly #leading: LeadingSlots;

  /** @param excluded ids of recordings and recording keys to leave out; @param max >= 1 */
  constructor(table: SoundTable, max: number, excluded: ReadonlySet<string>) {
    const compareIds = (a: number, b: number): number =>
      table.recordingIdAt(a) < table.recordingIdAt(b) ? -1 : 1;
    this.#table = table;
    this.#excluded = excluded;
    this.#leading = new LeadingSlots({
      max,
      compare: (a, b) =>
        this.#squaredDistanceOf(a) - this.#squaredDistanceOf(b) || compareIds(a, b),
      groupOf: (slot) => table.recordingKeyAt(slot),
    });
  }

  /** Adds the track of a slot, unless it is excluded. */
  offer(slot: number, squaredDistance: number): void {
    if (this.#excluded.has(this.#table.recordingIdAt(slot))) return;
    if (this.#excluded.has(this.#table.recordingKeyAt(slot))) return;
    this.#squaredDistances.set(slot, squaredDistance);
    this.#leading.offer(slot);
    const { last } = this.#leading;
    if (last !== undefined) this.maxSquaredDistance = this.#squaredDistanceOf(last);
  }

  /** Returns the nearest tracks. */
  list(): readonly NearTrack[] {
    return this.#leading.slots().map((slot) => ({
      slot,
      recordingId: this.#table.recordingIdAt(slot),
      squaredDistance: this.#squaredDistanceOf(slot),
    }));
  }

  #squaredDistanceOf(slot: number): number {
    return this.#squaredDistances.get(slot) ?? NaN;
  }
}
