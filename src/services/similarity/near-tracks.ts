import { compareTexts } from "../../domain/compare-texts.js";
import { LeadingSlots } from "../../domain/catalogue/leading-slots.js";
import type { PerformanceGroups } from "../../domain/fingerprint/performance-groups.js";
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

/** Which tracks are collected. */
interface NearTracksNeeds {
  readonly table: SoundTable;
  /** Maximum number of tracks, >= 1. */
  readonly max: number;
  /** Returns the group of a recording: those of one group count as one. */
  readonly groupOf: PerformanceGroups["groupOf"];
  /** The groups to leave out. */
  readonly excluded: ReadonlySet<RecordingId>;
}

/** Collects the nearest of many tracks, nearest first, ties by the id of the recording, one of each group. */
export class NearTracks {
  /** Tracks at a larger squared distance are not among the nearest. */
  maxSquaredDistance = Infinity;
  /** By slot, of the tracks that were added: few, because most are further away than those before. */
  readonly #squaredDistances = new Map<number, number>();
  readonly #leading: LeadingSlots;

  constructor(private readonly needs: NearTracksNeeds) {
    const { table, max } = needs;
    const compareIds = (a: number, b: number): number =>
      compareTexts(table.recordingIdAt(a), table.recordingIdAt(b));
    this.#leading = new LeadingSlots({
      max,
      compare: (a, b) =>
        this.#squaredDistanceOf(a) - this.#squaredDistanceOf(b) || compareIds(a, b),
      groupOf: (slot) => this.#groupOf(slot),
    });
  }

  /** Adds the track of a slot, unless it is excluded. */
  offer(slot: number, squaredDistance: number): void {
    if (this.needs.excluded.has(this.#groupOf(slot))) return;
    this.#squaredDistances.set(slot, squaredDistance);
    this.#leading.offer(slot);
    const { last } = this.#leading;
    if (last !== undefined) this.maxSquaredDistance = this.#squaredDistanceOf(last);
  }

  /** Returns the nearest tracks. */
  list(): readonly NearTrack[] {
    return this.#leading.slots().map((slot) => ({
      slot,
      recordingId: this.needs.table.recordingIdAt(slot),
      squaredDistance: this.#squaredDistanceOf(slot),
    }));
  }

  #groupOf(slot: number): RecordingId {
    const { groupOf, table } = this.needs;
    return groupOf(table.recordingIdAt(slot));
  }

  #squaredDistanceOf(slot: number): number {
    return this.#squaredDistances.get(slot) ?? NaN;
  }
}
