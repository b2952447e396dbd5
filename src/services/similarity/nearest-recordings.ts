import type { RecordingKey } from "../../domain/track/recording.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { SoundTable } from "./sound-table.js";

/** A track with its distance from a reference. */
export interface NearTrack {
  /** Its slot in the table, valid until the table changes. */
  readonly slot: number;
  readonly trackKey: TrackKey;
  readonly recordingKey: RecordingKey;
  /** >= 0. */
  readonly squaredDistance: number;
}

/** Collects the nearest of many tracks, nearest first, ties by track key, one per recording. */
export class NearestRecordings {
  /** Tracks at a larger squared distance are not added. */
  maxSquaredDistance = Infinity;
  readonly #tracks: NearTrack[] = [];
  readonly #byRecording = new Map<RecordingKey, NearTrack>();
  readonly #table: SoundTable;
  readonly #max: number;
  readonly #excluded: ReadonlySet<string>;

  /** @param excluded track keys and recording keys to leave out; @param max >= 1 */
  constructor(table: SoundTable, max: number, excluded: ReadonlySet<string>) {
    this.#table = table;
    this.#max = max;
    this.#excluded = excluded;
  }

  /** The nearest tracks so far. */
  get tracks(): readonly NearTrack[] {
    return this.#tracks;
  }

  /** Adds the track of a slot where it is one of the nearest. */
  offer(slot: number, squaredDistance: number): void {
    const trackKey = this.#table.trackKeys[slot];
    const recordingKey = this.#table.recordingKeys[slot];
    if (trackKey === undefined || recordingKey === undefined) return;
    if (this.#excluded.has(trackKey) || this.#excluded.has(recordingKey)) return;
    const track = { slot, trackKey, recordingKey, squaredDistance };
    const spelling = this.#byRecording.get(recordingKey);
    if (spelling !== undefined) {
      if (isNearer(spelling, track)) return;
      this.#tracks.splice(this.#tracks.indexOf(spelling), 1);
    }
    this.#byRecording.set(recordingKey, track);
    this.#tracks.splice(this.#indexFor(track), 0, track);
    if (this.#tracks.length > this.#max) {
      const dropped = this.#tracks.pop();
      if (dropped) this.#byRecording.delete(dropped.recordingKey);
    }
    if (this.#tracks.length === this.#max) {
      this.maxSquaredDistance = this.#tracks.at(-1)?.squaredDistance ?? Infinity;
    }
  }

  /** Returns the index at which to insert a track. */
  #indexFor(track: NearTrack): number {
    let [low, high] = [0, this.#tracks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#tracks[middle];
      if (other !== undefined && isNearer(other, track)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function isNearer(one: NearTrack, other: NearTrack): boolean {
  if (one.squaredDistance !== other.squaredDistance) {
    return one.squaredDistance < other.squaredDistance;
  }
  return one.trackKey < other.trackKey;
}
