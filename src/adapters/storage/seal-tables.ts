import type { Generated } from "kysely";

/** One row per row that has not changed since it was sealed. */
export interface RowSealsTable {
  /** In the database. */
  readonly tableName: string;
  /** The values of its key, as a JSON array that the database writes. */
  readonly rowKey: string;
  /** 16 hexadecimal digits. */
  readonly digest: string;
  /** 1 where the row differed when it was compared last. */
  readonly isBroken: Generated<number>;
}

/** One row, from the first check of what is stored on. */
export interface StoredChecksTable {
  readonly id: string;
  /** The last migration when triggers were made for the seals; `null` before. */
  readonly sealLayout: string | null;
  /** How many checks have begun. */
  readonly begun: number;
  /** As `endedAt`. */
  readonly begunAt: number;
  /** When the last one ended, by the time of the database, milliseconds since 1970; `null` before. */
  readonly endedAt: number | null;
  /** JSON. */
  readonly result: string | null;
}
