import { statSync } from "node:fs";
import { sql } from "kysely";
import type { CopyProgress, DatabaseCopyReport } from "../../../domain/operations/copy-report.js";
import type { Logger } from "../../../ports/runtime/logger.js";
import { type Database, openDatabase } from "../database.js";
import {
  databaseFileOf,
  databaseNameOf,
  IN_MEMORY,
} from "../../../domain/operations/database-name.js";
import { keyFileOf } from "../secrets/open-secret-key.js";
import { openWebhookStore } from "../webhooks/open-webhook-store.js";
import { CopiedDatabase } from "./copied-database.js";
import { leftOutTables } from "./copied-tables.js";
import { CopyError } from "./copy-error.js";
import { DatabaseCopy } from "./database-copy.js";

/** Connections to each database: for the transaction and the statements beside it. */
const CONNECTIONS = 2;

/** What is copied, and where. */
export interface CopyBetweenOptions {
  /** URL of the source, as `openDatabase` takes it. */
  readonly from: string;
  /** URL of the target, as `openDatabase` takes it. */
  readonly to: string;
  /** As for `openWebhookStore`. */
  readonly dataFolder: string;
  readonly secretsKey: string | undefined;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  readonly onProgress: CopyProgress;
}

/**
 * Copies a database to another one, which is empty or has an interrupted copy of the same, which is removed. Both are
 * migrated first, as by a server that starts, and secrets in clear text are encrypted in the source.
 *
 * @throws {CopyError} a database cannot be opened, the copy is refused, or it has stopped; the message
 *   does not contain a password
 */
export async function copyBetween(options: CopyBetweenOptions): Promise<DatabaseCopyReport> {
  const [from, to] = [addressOf(options.from), addressOf(options.to)];
  if (from === to) throw sameError(from);
  if (databaseFileOf(options.from) !== undefined && identityOfFile(from) === undefined) {
    throw new CopyError(`There is no database at ${from}.`);
  }
  // The source last: it is migrated only where the target can be used.
  const target = await openDatabase({
    ...{ url: options.to, connections: CONNECTIONS, mayBeUnfinished: true },
  }).catch(about("to"));
  try {
    const source = await openDatabase({ url: options.from, connections: CONNECTIONS }).catch(
      about("from"),
    );
    try {
      const identities = [await identityOf(source, from), await identityOf(target, to)];
      if (identities[0] === identities[1]) throw sameError(from);
      return await copyOpened({ source, target }, { ...options, from, to });
    } finally {
      await source.close();
    }
  } finally {
    await target.close();
  }
}

interface Opened {
  readonly source: Database;
  readonly target: Database;
}

/** @param options with the addresses of the databases instead of their URLs */
async function copyOpened(
  { source, target }: Opened,
  options: CopyBetweenOptions,
): Promise<DatabaseCopyReport> {
  const { from, to, dataFolder, secretsKey, signal, onProgress } = options;
  // Encrypts secrets that are still in clear text.
  await openWebhookStore({ ...options, database: source, databaseUrl: from }).catch(about("from"));
  const copy = new DatabaseCopy({
    source: CopiedDatabase.from(source, from),
    target: CopiedDatabase.from(target, to),
    system: target.system,
    ...{ signal, onProgress },
  });
  const outcome = await copy.run();
  const keyFiles = secretsKey === undefined && {
    keyFile: keyFileOf({ system: source.system, path: from, dataFolder }),
    copyKeyFile: keyFileOf({ system: target.system, path: to, dataFolder }),
  };
  const rowsOf = (table: string): number =>
    outcome.tables.find(({ name }) => name === table)?.target.rows ?? 0;
  const counts = { webhooks: rowsOf("webhooks"), musicServers: rowsOf("music_servers") };
  return { from, to, ...outcome, leftOut: leftOutTables, secrets: { ...counts, ...keyFiles } };
}

/** Returns what names a database to people: a path, or host, port and name. */
function addressOf(url: string): string {
  if (url === IN_MEMORY) {
    throw new CopyError("A database in memory ends with the command: name a file or a server.");
  }
  return databaseNameOf(url);
}

/** Returns a text that two databases share only where they are one, whatever their URLs. */
async function identityOf({ system, kysely }: Database, address: string): Promise<string> {
  if (system === "sqlite") return identityOfFile(address) ?? address;
  const { rows } = await sql<{ readonly identity: string }>`
    select concat_ws('/', pg_postmaster_start_time(), current_database(), current_schema()) as identity
  `.execute(kysely);
  return rows[0]?.identity ?? address;
}

function identityOfFile(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

const sameError = (address: string): CopyError =>
  new CopyError(`Both URLs name one database, ${address}. It was not changed.`);

/** Returns a function that throws an error about one of the two databases. */
const about =
  (side: "from" | "to") =>
  (failure: unknown): never => {
    const message = failure instanceof Error ? failure.message : String(failure);
    throw new CopyError(`--${side}: ${message}`, { cause: failure });
  };
