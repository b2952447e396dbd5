import { LibraryColumnsDocument, type TrackColumnField } from "../generated/documents.js";
import { request } from "../graphql/request.js";

/** A number that columns have. */
export type ColumnName = TrackColumnField;

/** Values of all analysed tracks. The same index is the same track in all columns. */
export interface LoadedColumns {
  /** The number of tracks in each column. */
  readonly count: number;
  /** The number of analysed tracks; greater than `count` where there are too many to send. */
  readonly totalCount: number;
  /** The keys of all tracks, eight bytes each. */
  readonly keys: Uint8Array;
  readonly names: readonly ColumnName[];
  /** Returns the key of the track of an index. */
  readonly trackKeyAt: (index: number) => string;
  /** Returns the index of a track; -1 where it is not among them. */
  readonly indexOf: (trackKey: string) => number;
  /** Returns the values of a field that was asked for; `NaN` where a track has none. */
  readonly column: (field: ColumnName) => Float32Array;
}

const KEY_BYTES = 8;

/**
 * Loads values of all analysed tracks.
 *
 * @param fields each once
 * @throws {RequestFailure} the server refused it, could not answer, or cannot be reached
 */
export async function loadColumns(
  fields: readonly ColumnName[],
  signal?: AbortSignal,
): Promise<LoadedColumns> {
  const { trackColumns } = await request(LibraryColumnsDocument, { fields }, signal);
  const { count, totalCount } = trackColumns;
  const keys = bytesOf(trackColumns.trackKeys);
  const columns: ReadonlyMap<ColumnName, Float32Array> = new Map(
    fields.map((field, index) => {
      const bytes = bytesOf(trackColumns.columns[index]?.values ?? "");
      // Little-endian, as is every machine that a browser runs on.
      return [field, new Float32Array(bytes.buffer)] as const;
    }),
  );
  return columnsWith({ count, totalCount, keys }, columns);
}

/** Returns the columns of both; `null` where they are not of the same tracks. */
export function joinedColumns(one: LoadedColumns, other: LoadedColumns): LoadedColumns | null {
  const isSame =
    one.keys.length === other.keys.length && one.keys.every((byte, at) => byte === other.keys[at]);
  if (!isSame) return null;
  const columns = [one, other].flatMap((part) =>
    part.names.map((name) => [name, part.column(name)] as const),
  );
  return columnsWith(other, new Map(columns));
}

function columnsWith(
  { count, totalCount, keys }: Pick<LoadedColumns, "count" | "totalCount" | "keys">,
  columns: ReadonlyMap<ColumnName, Float32Array>,
): LoadedColumns {
  return {
    ...{ count, totalCount, keys, names: [...columns.keys()] },
    trackKeyAt: (index) => {
      const key = keys.subarray(KEY_BYTES * index, KEY_BYTES * (index + 1));
      return Array.from(key, (byte) => byte.toString(16).padStart(2, "0")).join("");
    },
    indexOf: (trackKey) => {
      const wanted = Array.from({ length: KEY_BYTES }, (_, at) =>
        Number.parseInt(trackKey.slice(2 * at, 2 * at + 2), 16),
      );
      for (let index = 0; index < count; index += 1) {
        let same = 0;
        while (same < KEY_BYTES && keys[KEY_BYTES * index + same] === wanted[same]) same += 1;
        if (same === KEY_BYTES) return index;
      }
      return -1;
    },
    column: (field) => {
      const values = columns.get(field);
      if (values === undefined) throw new Error(`The column ${field} was not asked for.`);
      return values;
    },
  };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  return bytes;
}
