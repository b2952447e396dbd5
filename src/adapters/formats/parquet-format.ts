import { setImmediate as nextTurn } from "node:timers/promises";
import type { ByteWriter, ParquetWriter } from "hyparquet-writer";
import {
  exportColumnsOf,
  type CellValue,
  type ExportColumn,
} from "../../domain/export/export-columns.js";
import type {
  ExportDescription,
  ExportedTrack,
  ExportedTracks,
} from "../../domain/export/exported-track.js";
import type { TrackFormat } from "../../ports/export/track-format.js";

/** Rows of a group. The end of the file describes each column of each group, and is encoded at once. */
const ROWS_PER_GROUP = 10_000;

/**
 * Apache Parquet, compressed by Snappy: a column for each value, and what each column means as
 * key-value metadata.
 *
 * Source: Apache Parquet format 2, parquet.apache.org.
 */
export const parquetFormat: TrackFormat = {
  name: "parquet",
  needsFiles: false,
  needsTimes: false,
  needsCount: false,
  encode: parquetBytes,
};

async function* parquetBytes(
  { pages, leftOut }: ExportedTracks,
  description: ExportDescription,
): AsyncGenerator<Uint8Array> {
  const { ByteWriter, ParquetWriter } = await import("hyparquet-writer");
  const { software } = description;
  const columns = exportColumnsOf(software);
  const bytes = new ByteWriter();
  const versions = new Set<number>();
  const writer = new ParquetWriter({
    writer: bytes,
    schema: [{ name: "tracks", num_children: columns.length }, ...columns.map(schemaOf)],
    createdBy: software,
    statistics: false,
  });
  let group = new RowGroup(columns);
  for await (const page of pages) {
    group.add(page);
    for (const { analysis } of page) versions.add(analysis.version);
    if (group.size < ROWS_PER_GROUP) continue;
    yield* group.encoded(writer, bytes);
    group = new RowGroup(columns);
  }
  if (group.size > 0) yield* group.encoded(writer, bytes);
  writer.kvMetadata = [
    { key: "title", value: description.title },
    { key: "software", value: software },
    { key: "created", value: new Date(description.createdAt).toISOString() },
    { key: "analysisVersions", value: JSON.stringify([...versions].sort((a, b) => a - b)) },
    { key: "leftOut", value: String(leftOut()) },
    { key: "citation", value: `${software}: automatic analysis of recorded music.` },
    {
      key: "columns",
      value: JSON.stringify(
        Object.fromEntries(columns.map(({ name, description: meaning }) => [name, meaning])),
      ),
    },
  ];
  await writer.finish();
  yield taken(bytes);
}

function schemaOf({ name, type }: ExportColumn) {
  const optional = { name, repetition_type: "OPTIONAL" } as const;
  switch (type) {
    case "text":
      return { ...optional, type: "BYTE_ARRAY", converted_type: "UTF8" } as const;
    case "number":
      return { ...optional, type: "DOUBLE" } as const;
    case "integer":
      return { ...optional, type: "INT32" } as const;
    case "time":
      return { ...optional, type: "INT64", converted_type: "TIMESTAMP_MILLIS" } as const;
  }
}

/** Rows that are encoded together. Their values are taken out of the tracks page by page, because that takes as long as to encode them. */
class RowGroup {
  readonly #values: readonly (CellValue | Date)[][];
  size = 0;

  constructor(private readonly columns: readonly ExportColumn[]) {
    this.#values = columns.map(() => []);
  }

  add(page: readonly ExportedTrack[]): void {
    this.size += page.length;
    for (const [index, { type, valueOf }] of this.columns.entries()) {
      const values = this.#values[index] ?? [];
      for (const row of page) values.push(type === "time" ? timeOf(valueOf(row)) : valueOf(row));
    }
  }

  /** Encodes the rows, a column in each turn of the event loop. The writer makes a group of each column; they become one. */
  async *encoded(writer: ParquetWriter, bytes: ByteWriter): AsyncGenerator<Uint8Array> {
    const [groupsBefore, rowsBefore] = [writer.row_groups.length, writer.num_rows];
    for (const [index, { name }] of this.columns.entries()) {
      // Without an index of pages, the end of the file is a third as large.
      const column = { name, data: this.#values[index] ?? [], offsetIndex: false };
      await writer.write({ columnData: [column], rowGroupSize: this.size });
      yield taken(bytes);
      await nextTurn();
    }
    const parts = writer.row_groups.splice(groupsBefore);
    writer.row_groups.push({
      columns: parts.flatMap(({ columns }) => columns),
      total_byte_size: sumOf(parts.map((part) => part.total_byte_size)),
      total_compressed_size: sumOf(parts.map((part) => part.total_compressed_size ?? 0n)),
      num_rows: BigInt(this.size),
    });
    writer.num_rows = rowsBefore + BigInt(this.size);
  }
}

const sumOf = (numbers: readonly bigint[]): bigint =>
  numbers.reduce((sum, number) => sum + number, 0n);

const timeOf = (value: CellValue): Date | null => (value === null ? null : new Date(Number(value)));

/** Takes the bytes that were written up to now out of the writer. */
function taken(bytes: ByteWriter): Uint8Array {
  const part = bytes.getBytes().slice();
  bytes.index = 0;
  return part;
}
