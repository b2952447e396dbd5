import {
  LibraryColumnsDocument,
  type TrackColumnField,
  type TrackFilter,
} from "../generated/documents.js";
import { COLUMNS_PER_REQUEST } from "../generated/shown-descriptors.js";
import { request } from "../graphql/request.js";

/** A number that columns have. */
export type ColumnName = TrackColumnField;

/** Values of all analysed tracks. The same index is the same track in all columns. */
export interface LoadedColumns {
  /** The number of tracks in each column. */
  readonly count: number;
  /** The number of analysed tracks; greater than `count` where there are too many to send. */
  readonly totalCount: number;
  /** The ids of the recordings of all tracks, eight bytes each. */
  readonly ids: Uint8Array;
  readonly names: readonly ColumnName[];
  /** Returns the id of the recording of an index. */
  readonly recordingIdAt: (index: number) => string;
  /** Returns the index of a recording; -1 where it is not among them. */
  readonly indexOf: (recordingId: string | null) => number;
  /** Returns the values of a field that was asked for; `NaN` where a track has none. */
  readonly column: (field: ColumnName) => Float32Array;
}

/** The beginning of the id of a recording, before its bytes in hex. */
const PREFIX = "rec:";

const ID_BYTES = 8;

/**
 * Loads values of all analysed tracks, or of those that a filter selects, with as many requests as the fields need.
 *
 * @param fields each once
 * @throws {RequestFailure} the server refused it, could not answer, or cannot be reached
 */
export async function loadColumns(
  fields: readonly ColumnName[],
  signal?: AbortSignal,
  filter: TrackFilter | null = null,
): Promise<LoadedColumns> {
  let loaded = await loadSome(fields.slice(0, COLUMNS_PER_REQUEST), filter, signal);
  for (let first = COLUMNS_PER_REQUEST; first < fields.length; first += COLUMNS_PER_REQUEST) {
    const some = fields.slice(first, first + COLUMNS_PER_REQUEST);
    loaded = joinedColumns(loaded, await loadSome(some, filter, signal));
  }
  return loaded;
}

async function loadSome(
  fields: readonly ColumnName[],
  filter: TrackFilter | null,
  signal: AbortSignal | undefined,
): Promise<LoadedColumns> {
  const { trackColumns } = await request(LibraryColumnsDocument, { fields, filter }, signal);
  const { count, totalCount } = trackColumns;
  const ids = bytesOf(trackColumns.recordingIds);
  const columns: ReadonlyMap<ColumnName, Float32Array> = new Map(
    fields.map((field, index) => {
      const bytes = bytesOf(trackColumns.columns[index]?.values ?? "");
      // Little-endian, as is every machine that a browser runs on.
      return [field, new Float32Array(bytes.buffer)] as const;
    }),
  );
  return columnsWith({ count, totalCount, ids }, columns);
}

/**
 * Returns the columns of both for the tracks of the first. The others may have been loaded when the library had other tracks: a track
 * that they do not have has no value in them.
 */
export function joinedColumns(one: LoadedColumns, other: LoadedColumns): LoadedColumns {
  const places = placesIn(other, one);
  const added = other.names.map((name) => {
    const values = other.column(name);
    return [name, places ? Float32Array.from(places, (at) => values[at] ?? NaN) : values] as const;
  });
  const columns = one.names.map((name) => [name, one.column(name)] as const);
  return columnsWith(one, new Map([...columns, ...added]));
}

/** Returns where the tracks of one list are in another, -1 for those that are not; `null` where both lists are the same. */
function placesIn(
  { ids: listed }: LoadedColumns,
  { ids: wanted }: LoadedColumns,
): Int32Array | null {
  const [from, to] = [numbersOf(listed), numbersOf(wanted)];
  if (from.length === to.length && from.every((id, at) => id === to[at])) return null;
  const placeOf = new Map(Array.from(from, (id, at) => [id, at]));
  return Int32Array.from(to, (id) => placeOf.get(id) ?? -1);
}

const numbersOf = ({ buffer, byteLength }: Uint8Array): BigUint64Array =>
  new BigUint64Array(buffer as ArrayBuffer, 0, byteLength / ID_BYTES);

function columnsWith(
  { count, totalCount, ids }: Pick<LoadedColumns, "count" | "totalCount" | "ids">,
  columns: ReadonlyMap<ColumnName, Float32Array>,
): LoadedColumns {
  return {
    ...{ count, totalCount, ids, names: [...columns.keys()] },
    recordingIdAt: (index) => {
      const id = ids.subarray(ID_BYTES * index, ID_BYTES * (index + 1));
      return PREFIX + Array.from(id, (byte) => byte.toString(16).padStart(2, "0")).join("");
    },
    indexOf: (recordingId) => {
      const hex = recordingId?.slice(PREFIX.length) ?? "";
      const wanted = Array.from({ length: ID_BYTES }, (_, at) =>
        Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16),
      );
      for (let index = 0; index < count; index += 1) {
        let same = 0;
        while (same < ID_BYTES && ids[ID_BYTES * index + same] === wanted[same]) same += 1;
        if (same === ID_BYTES) return index;
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
