import { LeadingSlots } from "../../domain/catalogue/leading-slots.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { SoundTable } from "../../ports/analysis/sound-catalogue.js";

/** A track with its distance from a reference. */
export interface NearTrack {
  /** Its slot in the table, valid until the table changes. */
  readonly slot: number;
  readonly trackKey: TrackKey;
  /** >= 0. */
  readonly squaredDistance: number;
}

/** Collects the nearest of many tracks, nearest first, ties by track key, one per recording. */
export class NearTracks {
  /** Tracks at a larger squared distance are not among the nearest. */
  maxSquaredDistance = Infinity;
  readonly #table: SoundTable;
  readonly #excluded: ReadonlySet<string>;
  /** By slot, of the tracks that were added. */
  readonly #squaredDistances: Float64Array;
  readonly #leading: LeadingSlots;

  /** @param excluded track keys and recording keys to leave out; @param max >= 1 */
  constructor(table: SoundTable, max: number, excluded: ReadonlySet<string>) {
    const { trackKeys, recordingKeys } = table;
    const distances = new Float64Array(table.size);
    const compareKeys = (a: number, b: number): number =>
      (trackKeys[a] as string) < (trackKeys[b] as string) ? -1 : 1;
    this.#table = table;
    this.#excluded = excluded;
    this.#squaredDistances = distances;
    this.#leading = new LeadingSlots({
      max,
      compare: (a, b) => (distances[a] as number) - (distances[b] as number) || compareKeys(a, b),
      groupOf: (slot) => recordingKeys[slot],
    });
  }

  /** Adds the track of a slot, unless it is excluded. */
  offer(slot: number, squaredDistance: number): void {
    const { trackKeys, recordingKeys } = this.#table;
    if (this.#excluded.has(trackKeys[slot] as string)) return;
    if (this.#excluded.has(recordingKeys[slot] as string)) return;
    this.#squaredDistances[slot] = squaredDistance;
    this.#leading.offer(slot);
    const { last } = this.#leading;
    if (last !== undefined) this.maxSquaredDistance = this.#squaredDistances[last] as number;
  }

  /** Returns the nearest tracks. */
  list(): readonly NearTrack[] {
    return this.#leading.slots().map((slot) => ({
      slot,
      trackKey: this.#table.trackKeys[slot] as TrackKey,
      squaredDistance: this.#squaredDistances[slot] as number,
    }));
  }
}
