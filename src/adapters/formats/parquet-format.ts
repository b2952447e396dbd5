import { ByteWriter, ParquetWriter, type ColumnSource } from "hyparquet-writer";
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

/** Rows that are encoded at once; each group of columns adds some ten kilobytes to the end of the file. */
const ROWS_PER_GROUP = 2_000;

/**
 * Apache Parquet, compressed by Snappy: a column for each value, and what each column means as
 * key-value metadata.
 *
 * Source: Apache Parquet format 2, parquet.apache.org.
 */
export const parquetFormat: TrackFormat = {
  name: "parquet",
  needsFiles: false,
  needsSections: false,
  needsCount: false,
  encode: parquetBytes,
};

async function* parquetBytes(
  { pages, leftOut }: ExportedTracks,
  description: ExportDescription,
): AsyncGenerator<Uint8Array> {
  const { software } = description;
  const columns = exportColumnsOf(software);
  const bytes = new ByteWriter();
  const versions = new Set<number>();
  const writer = new ParquetWriter({
    writer: bytes,
    schema: [{ name: "tracks", num_children: columns.length }, ...columns.map(schemaOf)],
    createdBy: software,
  });
  let rows: ExportedTrack[] = [];
  for await (const page of pages) {
    rows.push(...page);
    for (const { analysis } of page) versions.add(analysis.version);
    if (rows.length < ROWS_PER_GROUP) continue;
    await writer.write({ columnData: columnsOf(rows, columns), rowGroupSize: rows.length });
    rows = [];
    yield taken(bytes);
  }
  if (rows.length > 0) {
    await writer.write({ columnData: columnsOf(rows, columns), rowGroupSize: rows.length });
  }
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

const columnsOf = (
  rows: readonly ExportedTrack[],
  columns: readonly ExportColumn[],
): ColumnSource[] =>
  columns.map(({ name, type, valueOf }) => ({
    name,
    data: rows.map((row) => (type === "time" ? timeOf(valueOf(row)) : valueOf(row))),
    // Without an index of pages, the end of the file is a third as large.
    offsetIndex: false,
  }));

const timeOf = (value: CellValue): Date | null => (value === null ? null : new Date(Number(value)));

/** Takes the bytes that were written up to now out of the writer. */
function taken(bytes: ByteWriter): Uint8Array {
  const part = bytes.getBytes().slice();
  bytes.index = 0;
  return part;
}
