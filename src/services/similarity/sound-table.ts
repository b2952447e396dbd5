import type { RecordingKey } from "../../domain/track/recording.js";
import { similarityFields, type SimilarityField } from "../../domain/catalogue/similarity.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { MeasuredTrack } from "../../ports/analysis/analysis-feed.js";
import { coordinateOf } from "./sound-coordinates.js";
import { SoundScale, spreadsOf, type Spread } from "./sound-scale.js";

const FIRST_CAPACITY = 1024;

/**
 * All analysed tracks in memory, a column a field, so that all of them can be compared in
 * milliseconds. Each has a slot, an integer in [0, size); slots are dense, and change hands when a
 * track goes.
 */
export class SoundTable {
  readonly #slots = new Map<TrackKey, number>();
  readonly #trackKeys: TrackKey[] = [];
  readonly #recordingKeys: RecordingKey[] = [];
  readonly #columns = new Map<SimilarityField, Float32Array>();
  readonly #scale = new SoundScale();
  #spreads: Readonly<Record<SimilarityField, Spread>> | undefined;
  #capacity = 0;

  /** How many tracks there are. */
  get size(): number {
    return this.#trackKeys.length;
  }

  /** By slot. */
  get trackKeys(): readonly TrackKey[] {
    return this.#trackKeys;
  }

  /** By slot. */
  get recordingKeys(): readonly RecordingKey[] {
    return this.#recordingKeys;
  }

  /** How each field is spread among the tracks. */
  get spreads(): Readonly<Record<SimilarityField, Spread>> {
    this.#spreads ??= spreadsOf(this.#scale);
    return this.#spreads;
  }

  /** Coordinates by slot, `NaN` where there is none; perhaps longer than `size`. */
  column(field: SimilarityField): Float32Array {
    return this.#columns.get(field) ?? new Float32Array();
  }

  /** Adds a track, or replaces the one of its key. */
  put({ trackKey, recordingKey, values }: MeasuredTrack): void {
    const known = this.#slots.get(trackKey);
    const slot = known ?? this.size;
    this.#makeRoomFor(slot);
    this.#slots.set(trackKey, slot);
    this.#trackKeys[slot] = trackKey;
    this.#recordingKeys[slot] = recordingKey;
    for (const field of similarityFields) {
      const column = this.column(field);
      if (known !== undefined) this.#scale.remove(field, column[slot] ?? NaN);
      column[slot] = coordinateOf(field, values);
      this.#scale.add(field, column[slot] ?? NaN);
    }
    this.#spreads = undefined;
  }

  /** Drops the track of a key; an unknown key is ignored. The last one takes its slot. */
  remove(trackKey: TrackKey): void {
    const slot = this.#slots.get(trackKey);
    if (slot === undefined) return;
    const last = this.size - 1;
    for (const field of similarityFields) {
      const column = this.column(field);
      this.#scale.remove(field, column[slot] ?? NaN);
      column.copyWithin(slot, last, last + 1);
    }
    this.#slots.delete(trackKey);
    const lastKey = this.#trackKeys.pop();
    const lastRecording = this.#recordingKeys.pop();
    if (slot < last && lastKey !== undefined && lastRecording !== undefined) {
      this.#trackKeys[slot] = lastKey;
      this.#recordingKeys[slot] = lastRecording;
      this.#slots.set(lastKey, slot);
    }
    this.#spreads = undefined;
  }

  #makeRoomFor(slot: number): void {
    if (slot < this.#capacity) return;
    this.#capacity = Math.max(FIRST_CAPACITY, 2 * this.#capacity);
    for (const field of similarityFields) {
      const column = new Float32Array(this.#capacity);
      column.set(this.column(field));
      this.#columns.set(field, column);
    }
  }
}
