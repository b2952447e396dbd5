import { endianness } from "node:os";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Field, Int, ObjectType, registerEnumType } from "type-graphql";
import { descriptors } from "../../domain/analysis/descriptors.js";
import {
  columnFields,
  isLikenessField,
  type ColumnField,
  type TrackColumns,
} from "../../domain/catalogue/catalogue-query.js";
import { base64Scalar } from "../track-key-scalar.js";
import { enumName } from "./track-order-input.js";

/** The fields of columns, by their enum values. */
export const columnFieldNames = Object.fromEntries(
  columnFields.map((field) => [enumName(field), field]),
);

const PLACE =
  "on the map on which tracks that sound alike are near each other, in [0, 1]; it has no meaning of its own. A track keeps it while others are added. Once there are four times the tracks, the map is arranged anew, much as it was. The first request for it takes seconds.";

const LIKENESS_MEANINGS = {
  likenessX: `The place from the left ${PLACE}`,
  likenessY: `The place from below ${PLACE}`,
};

registerEnumType(columnFieldNames, {
  name: "TrackColumnField",
  description: "The numbers that are known of every analysed track.",
  valuesConfig: Object.fromEntries(
    columnFields.map((field) => [enumName(field), { description: meaningOf(field) }]),
  ),
});

function meaningOf(field: ColumnField): string {
  if (field === "durationMs") return "Length of the audio, milliseconds.";
  if (isLikenessField(field)) return LIKENESS_MEANINGS[field];
  const { integers, articleLabel, unit } = descriptors[field];
  const [initial = "", ...rest] = `${articleLabel}, ${unit}.`;
  return integers?.meaning ?? initial.toUpperCase() + rest.join("");
}

/** One value of each track. */
@ObjectType("TrackColumn", { description: "One value of each track." })
class TrackColumnType {
  @Field(() => columnFieldNames, { description: "What the values are." })
  readonly field!: ColumnField;

  @Field(() => base64Scalar, {
    description:
      "The values as little-endian 32-bit floating-point numbers (IEEE 754), four bytes for each track; NaN where a track has no value.",
  })
  readonly values!: string;
}

/** Values of many tracks, in columns. */
@ObjectType("TrackColumns", {
  description:
    "Values of many tracks, in columns. The same index is the same track in all of them.",
})
export class TrackColumnsType {
  @Field(() => Int, { description: "Number of tracks in each column, at most 250,000." })
  readonly count!: number;

  @Field(() => Int, {
    description:
      "Number of tracks that meet the filter. Where it is greater than `count`, the columns have a selection that is spread over all of them.",
  })
  readonly totalCount!: number;

  @Field(() => base64Scalar, {
    description: "The track keys, eight bytes for each track: those that its hex characters say.",
  })
  readonly trackKeys!: string;

  @Field(() => base64Scalar, {
    description:
      "The ids of the recordings, eight bytes for each track: those that the hex characters after `rec:` say.",
  })
  readonly recordingIds!: string;

  // Charged by `trackColumns`, which knows how many there are.
  @Field(() => [TrackColumnType], {
    complexity: 0,
    description: "The columns, in the order of `fields`.",
  })
  readonly columns!: readonly TrackColumnType[];
}

/**
 * Returns columns as the schema shows them. Other work runs between two columns, because encoding
 * one of 100,000 tracks takes three milliseconds.
 *
 * @throws {unknown} `signal.reason`, where the signal has aborted before a column
 */
export async function toTrackColumns(
  fields: readonly ColumnField[],
  { trackKeys, recordingIds, columns, ...counts }: TrackColumns,
  signal: AbortSignal,
): Promise<TrackColumnsType> {
  const encoded = [];
  for (const [index, field] of fields.entries()) {
    signal.throwIfAborted();
    encoded.push({ field, values: base64Of(littleEndian(columns[index])) });
    await nextTurn();
  }
  return {
    ...counts,
    trackKeys: base64Of(trackKeys),
    recordingIds: base64Of(recordingIds),
    columns: encoded,
  };
}

/** Returns the bytes of numbers, on machines of either byte order. */
function littleEndian(numbers: Float32Array = new Float32Array()): Uint8Array {
  const bytes = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  return endianness() === "LE" ? bytes : bytes.swap32();
}

function base64Of({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("base64");
}
