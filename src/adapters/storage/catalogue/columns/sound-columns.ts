import { FieldDistribution, type Spread } from "../../../../domain/catalogue/field-distribution.js";
import { similarityFields, type SimilarityField } from "../../../../domain/catalogue/similarity.js";
import { coordinateFrom, shapeOf } from "../../../../domain/catalogue/sound-coordinates.js";

/** The coordinates of one field by slot, and their distribution. */
interface SoundColumn {
  readonly field: SimilarityField;
  coordinates: Float32Array;
  readonly distribution: FieldDistribution;
}

/** The coordinates that similarity compares, by slot, and the distribution of each field. */
export class SoundColumns {
  /** A list, because looking each up by its field takes longer than filling it. */
  readonly #columns: readonly SoundColumn[] = similarityFields.map((field) => ({
    field,
    coordinates: new Float32Array(),
    distribution: new FieldDistribution(field),
  }));
  #spreads: Readonly<Record<SimilarityField, Spread>> | undefined;

  /** The distribution of each field. */
  get spreads(): Readonly<Record<SimilarityField, Spread>> {
    this.#spreads ??= Object.fromEntries(
      this.#columns.map(({ field, distribution }) => [field, distribution.spread]),
    ) as Record<SimilarityField, Spread>;
    return this.#spreads;
  }

  /** Returns coordinates by slot, `NaN` where there is none. */
  coordinates(field: SimilarityField): Float32Array {
    return this.#columns[similarityFields.indexOf(field)]?.coordinates ?? new Float32Array();
  }

  /**
   * Adds the coordinates of the slots in [first, end), which have none.
   *
   * @param values by slot
   */
  add(values: Readonly<Record<SimilarityField, Float64Array>>, first: number, end: number): void {
    for (const { field, coordinates, distribution } of this.#columns) {
      const [own, modes] = [values[field], values.mode];
      if (shapeOf(field).geometry === "line") {
        // The values themselves, which one call copies in a tenth of the time.
        coordinates.set(own.subarray(first, end), first);
      } else {
        for (let slot = first; slot < end; slot += 1) {
          coordinates[slot] = coordinateFrom(field, own[slot] as number, modes[slot] as number);
        }
      }
      distribution.add(coordinates, first, end);
    }
    this.#spreads = undefined;
  }

  /** Removes the coordinates of a slot; those of `replacement` move there. */
  remove(slot: number, replacement = slot): void {
    for (const { coordinates, distribution } of this.#columns) {
      distribution.subtract(coordinates, slot);
      coordinates.copyWithin(slot, replacement, replacement + 1);
    }
    this.#spreads = undefined;
  }

  /** Makes room for as many slots. */
  setCapacity(capacity: number): void {
    for (const column of this.#columns) {
      const larger = new Float32Array(capacity);
      larger.set(column.coordinates);
      column.coordinates = larger;
    }
  }
}
