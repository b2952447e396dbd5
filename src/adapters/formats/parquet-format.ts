import { ByteWriter, ParquetWriter } from "hyparquet-writer";
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

/** Rows that are encoded in one turn of the event loop, some 40 ms; each group of columns adds a few kilobytes to the end of the file. */
const ROWS_PER_GROUP = 1_000;

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
  let group = new RowGroup(columns);
  const writer = new ParquetWriter({
    writer: bytes,
    schema: [{ name: "tracks", num_children: columns.length }, ...columns.map(schemaOf)],
    createdBy: software,
    statistics: false,
  });
  for await (const page of pages) {
    group.add(page);
    for (const { analysis } of page) versions.add(analysis.version);
    if (group.size < ROWS_PER_GROUP) continue;
    await writer.write(group.written());
    group = new RowGroup(columns);
    yield taken(bytes);
  }
  if (group.size > 0) await writer.write(group.written());
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

  /** Returns the rows as the writer takes them. */
  written() {
    const columnData = this.columns.map(({ name }, index) => ({
      name,
      data: this.#values[index] ?? [],
      // Without an index of pages, the end of the file is a third as large.
      offsetIndex: false,
    }));
    return { columnData, rowGroupSize: this.size };
  }
}

const timeOf = (value: CellValue): Date | null => (value === null ? null : new Date(Number(value)));

/** Takes the bytes that were written up to now out of the writer. */
function taken(bytes: ByteWriter): Uint8Array {
  const part = bytes.getBytes().slice();
  bytes.index = 0;
  return part;
}
