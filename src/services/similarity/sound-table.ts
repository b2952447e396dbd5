import type { RecordingKey } from "../../domain/track/recording.js";
import { similarityFields, type SimilarityField } from "../../domain/catalogue/similarity.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { MeasuredPortion, MeasuredTrack } from "../../ports/analysis/analysis-feed.js";
import { coordinateFrom, coordinateOf } from "./sound-coordinates.js";
import { type FieldSums, SoundScale, spreadsOf, type Spread } from "./sound-scale.js";

const INITIAL_CAPACITY = 1024;

/** The coordinates of one field by slot, and their sums. */
interface FieldColumn {
  readonly field: SimilarityField;
  values: Float32Array;
  readonly sums: FieldSums;
}

/**
 * All analysed tracks in memory, one column per field, so that all of them can be compared in
 * milliseconds. Each track has a slot, an integer in [0, size). Slots are dense: where a track is
 * removed, the last track takes its slot.
 */
export class SoundTable {
  readonly #slots = new Map<TrackKey, number>();
  readonly #trackKeys: TrackKey[] = [];
  readonly #recordingKeys: RecordingKey[] = [];
  readonly #scale = new SoundScale();
  /** A list, because looking each up by its field takes longer than filling it. */
  readonly #columns: readonly FieldColumn[] = similarityFields.map((field) => ({
    field,
    values: new Float32Array(),
    sums: this.#scale.sumsOf(field),
  }));
  #spreads: Readonly<Record<SimilarityField, Spread>> | undefined;
  #capacity = 0;

  /** The number of tracks. */
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

  /** The distribution of each field among the tracks. */
  get spreads(): Readonly<Record<SimilarityField, Spread>> {
    this.#spreads ??= spreadsOf(this.#scale);
    return this.#spreads;
  }

  /** Returns coordinates by slot, `NaN` where there is none; may be longer than `size`. */
  column(field: SimilarityField): Float32Array {
    return this.#columns[similarityFields.indexOf(field)]?.values ?? new Float32Array();
  }

  /** Adds a track, or replaces the one of its key. */
  put({ trackKey, recordingKey, values }: MeasuredTrack): void {
    const known = this.#slots.get(trackKey);
    const slot = known ?? this.size;
    this.#makeRoomFor(slot);
    this.#slots.set(trackKey, slot);
    this.#trackKeys[slot] = trackKey;
    this.#recordingKeys[slot] = recordingKey;
    for (const column of this.#columns) {
      if (known !== undefined) column.sums.change(column.values[slot] ?? NaN, -1);
      column.values[slot] = coordinateOf(column.field, values);
      column.sums.change(column.values[slot] ?? NaN, 1);
    }
    this.#spreads = undefined;
  }

  /** Adds the tracks of a portion, except those that the table has already. */
  append({ trackKeys, recordingKeys, values }: MeasuredPortion): void {
    const first = this.size;
    const added: number[] = [];
    trackKeys.forEach((trackKey, index) => {
      if (this.#slots.has(trackKey)) return;
      this.#slots.set(trackKey, this.size);
      this.#trackKeys.push(trackKey);
      this.#recordingKeys.push(recordingKeys[index] as RecordingKey);
      added.push(index);
    });
    this.#makeRoomFor(this.size - 1);
    const modes = values[similarityFields.indexOf("mode")] as Float64Array;
    this.#columns.forEach((column, position) => {
      const own = values[position] as Float64Array;
      added.forEach((index, count) => {
        const [value, mode] = [own[index] as number, modes[index] as number];
        column.values[first + count] = coordinateFrom(column.field, value, mode);
        column.sums.change(column.values[first + count] as number, 1);
      });
    });
    this.#spreads = undefined;
  }

  /** Removes the track of a key; an unknown key is ignored. The last track takes its slot. */
  remove(trackKey: TrackKey): void {
    const slot = this.#slots.get(trackKey);
    if (slot === undefined) return;
    const last = this.size - 1;
    for (const { values, sums } of this.#columns) {
      sums.change(values[slot] ?? NaN, -1);
      values.copyWithin(slot, last, last + 1);
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
    this.#capacity = Math.max(INITIAL_CAPACITY, 2 * this.#capacity, slot + 1);
    for (const column of this.#columns) {
      const larger = new Float32Array(this.#capacity);
      larger.set(column.values);
      column.values = larger;
    }
  }
}
