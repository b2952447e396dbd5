import type { ColumnName, LoadedColumns } from "../columns/load-columns.js";
import { FILTER_FIELDS, type FilterField } from "./slider-fields.js";
import { wheelIndexOf } from "../parts/wheel-keys.js";

/** One value of all tracks. */
export interface FieldValues {
  readonly field: FilterField;
  /** `NaN` where nothing was measured. */
  readonly values: Float32Array;
  /** The lowest and the highest position of the slider, in steps of the field. */
  readonly low: number;
  readonly high: number;
}

/** What is measured on the tracks of the whole library. */
export interface LibraryValues {
  readonly count: number;
  readonly totalCount: number;
  readonly fields: readonly FieldValues[];
  /** The index of each track's key on the wheel; -1 where there is none. */
  readonly keys: Int8Array;
}

/** The columns of the values that tracks are filtered by. */
export const FILTER_COLUMNS: readonly ColumnName[] = [
  ...FILTER_FIELDS.map(({ column }) => column),
  ...(["KEY", "MODE"] as const),
];

/** Returns the values that tracks are filtered by. */
export function libraryValuesOf({ count, totalCount, column }: LoadedColumns): LibraryValues {
  const [tonics, modes] = [column("KEY"), column("MODE")];
  return {
    count,
    totalCount,
    fields: FILTER_FIELDS.map((field) => {
      const values = column(field.column);
      return { field, values, ...domainOf(values, field) };
    }),
    keys: Int8Array.from(tonics, (tonic, index) => wheelIndexOf(tonic, modes[index] ?? NaN)),
  };
}

function domainOf(
  values: Float32Array,
  { isShare, stepsPerUnit }: FilterField,
): Pick<FieldValues, "low" | "high"> {
  if (isShare) return { low: 0, high: stepsPerUnit };
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low > high) return { low: 0, high: 1 };
  const first = Math.floor(low * stepsPerUnit);
  return { low: first, high: Math.max(Math.ceil(high * stepsPerUnit), first + 1) };
}
