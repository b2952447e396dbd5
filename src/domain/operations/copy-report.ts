/** Rows of a table, and a checksum that does not depend on their order or the database system. */
interface TableContent {
  readonly rows: number;
  /** 16 hex characters. */
  readonly checksum: string;
}

/** A copied table, read from both databases. */
export interface ComparedTable {
  readonly name: string;
  readonly source: TableContent;
  readonly target: TableContent;
  readonly isEqual: boolean;
}

/** How the copied secrets can be decrypted: how many webhooks and music servers have one. */
export interface CopiedSecrets {
  readonly webhooks: number;
  readonly musicServers: number;
  /** The key file of the source; absent where `SECRETS_KEY` is set. */
  readonly keyFile?: string | undefined;
  /** Where a server on this machine would look for the key file of the copy. */
  readonly copyKeyFile?: string | undefined;
}

/** The outcome of a copy of a database. */
export interface DatabaseCopyReport {
  /** Names of the databases, without passwords. */
  readonly from: string;
  readonly to: string;
  readonly tables: readonly ComparedTable[];
  /** Tables that are not copied, with the reasons. */
  readonly leftOut: Readonly<Record<string, string>>;
  /** How many rows have a text with U+0000, which PostgreSQL cannot store. */
  readonly replacedRows: number;
  readonly secrets: CopiedSecrets;
}

/** Told of the number of rows that are copied, then compared. */
export type CopyProgress = (step: "copy" | "compare", doneRows: number, totalRows: number) => void;
