import pg, { type PoolClient } from "pg";

/** Where the length of the extension of a binary copy's header stands; the header ends behind it. */
const EXTENSION_LENGTH_AT = 15;

/** The first bytes of a binary copy. */
const SIGNATURE = Buffer.from("PGCOPY\n\xff\r\n\0", "latin1");

/** The count of fields that stands for the end. */
const END = -1;

/** Bytes of the count of fields and of the length of a value, before it. */
const VALUE_AT = 6;

/**
 * Returns the values of a select of one column of bytes, in its order.
 *
 * It is a copy, because the driver reads the bytes of all other results as text of twice the length.
 *
 * @param select without parameters
 * @param limitMilliseconds maximum time until the answer; no limit if `undefined`
 * @throws {Error} the query failed, or a row is something else than one value of bytes
 */
export function copiedBytes(
  client: PoolClient,
  select: string,
  limitMilliseconds: number | undefined,
): Promise<readonly Uint8Array[]> {
  return new Promise((resolve, reject) => {
    const query = new CopyOut(select, limitMilliseconds, (failure) => {
      if (failure) reject(failure);
      else if (query.isUnexpected) reject(new Error("A copied row is not one value of bytes."));
      else resolve(query.values);
    });
    client.query(query);
  });
}

/** A binary copy of the rows of a select. The driver calls its methods with the messages of the server. */
class CopyOut extends pg.Query {
  readonly values: Uint8Array[] = [];
  isUnexpected = false;
  /** Read by the driver. */
  readonly query_timeout: number | undefined;

  constructor(
    select: string,
    limitMilliseconds: number | undefined,
    onEnd: (failure: Error | null | undefined) => void,
  ) {
    super(`copy (${select}) to stdout (format binary)`, onEnd);
    this.query_timeout = limitMilliseconds;
  }

  /** Reads a message: the header, with the first row behind it; another row; or the end. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    const isHeader = chunk.subarray(0, SIGNATURE.length).equals(SIGNATURE);
    const start = isHeader ? EXTENSION_LENGTH_AT + 4 + chunk.readInt32BE(EXTENSION_LENGTH_AT) : 0;
    const row = chunk.subarray(start);
    if (row.length === 0 || row.readInt16BE() === END) return;
    if (row.readInt16BE() === 1 && row.readInt32BE(2) === row.length - VALUE_AT) {
      // A copy, because the driver uses the memory again.
      this.values.push(Uint8Array.prototype.slice.call(row, VALUE_AT));
    } else {
      // An error that is thrown here would end the process.
      this.isUnexpected = true;
    }
  }
}
