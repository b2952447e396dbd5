import {
  StorageBusyError,
  StorageFullError,
  StorageUnavailableError,
} from "../../../domain/errors/availability-errors.js";

/** The driver's message where no connection became free within the limit; it has no code. */
const POOL_TIMEOUT_MESSAGE = "timeout exceeded when trying to connect";

/** Errors of the network below the connection, as Node.js names them. */
const NETWORK_CODES: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EAI_AGAIN",
  "ENOTFOUND",
]);

/** The server stops, starts or has ended this connection: 57P05 and 25P03 are its limits of idleness. */
const ENDED_CODES: ReadonlySet<string> = new Set(["57P01", "57P02", "57P03", "57P05", "25P03"]);

/** What the driver says, without a code, when a connection ended or gave no answer. */
const ENDED_MESSAGE =
  /^Connection terminated|^Query read timeout$|connection error and is not queryable$/u;

/** The wait for a lock or a statement passed its limit, or the server is out of memory or in a deadlock. */
const BUSY_CODES: ReadonlySet<string> = new Set(["55P03", "57014", "53200", "40P01", "40001"]);

/** A standby, or a server that has become read-only, cannot be written. */
const READ_ONLY = "25006";

/** All connections that the server, the database or the user may have are taken. */
const NO_CONNECTION_LEFT = "53300";

/** No connection is left, a limit of the configuration is reached, or the server cannot be written. */
const UNAVAILABLE_CODES: ReadonlySet<string> = new Set([NO_CONNECTION_LEFT, "53400", READ_ONLY]);

const DISK_FULL = "53100";

const UNIQUE_VIOLATION = "23505";

/** A table has changed since a statement was prepared, which a new connection prepares anew. */
const OUTDATED_PLAN = { code: "0A000", message: /^cached plan must not change result type/u };

/** Whether the connection cannot be used any more, or could not be opened. */
export function isConnectionLost(failure: unknown): boolean {
  const code = postgresCodeOf(failure);
  if (code === OUTDATED_PLAN.code) return OUTDATED_PLAN.message.test(messageOf(failure));
  if (code === undefined) return ENDED_MESSAGE.test(messageOf(failure));
  // A socket that does not exist yet; a certificate that does not exist is another mistake.
  if (code === "ENOENT") return (failure as { readonly syscall?: string }).syscall === "connect";
  return NETWORK_CODES.has(code) || ENDED_CODES.has(code) || code.startsWith("08");
}

/** Whether a statement failed because the server is read-only: a standby that has taken over is another one. */
export const isReadOnly = (failure: unknown): boolean => postgresCodeOf(failure) === READ_ONLY;

/** What PgBouncer says where all connections that it allows are taken. Its code is that of other refusals, too. */
const POOLER_FULL_MESSAGE = /^no more connections allowed/u;

/** Whether all connections that the server, the database, the user or a pooler allows are taken, which passes when one is closed. */
export const isConnectionMissing = (failure: unknown): boolean =>
  postgresCodeOf(failure) === NO_CONNECTION_LEFT || POOLER_FULL_MESSAGE.test(messageOf(failure));

/** A server that was reached, and that cannot be used. */
export class UnusableServerError extends Error {}

/** Whether another host may be usable where one failed. One that refuses the user is the same as the others. */
export const isHostUnusable = (failure: unknown): boolean =>
  failure instanceof UnusableServerError || isConnectionLost(failure);

/** None of several hosts can be used. It counts as a lost connection, because one of them may be soon. */
export class NoHostError extends Error {
  readonly code = "08001";

  /** @param failures of each host, its address first */
  constructor(failures: readonly string[]) {
    const sentences = failures.map((failure) => failure.replace(/\.$/u, ""));
    super(`none of its hosts can be used: ${sentences.join("; ")}`);
  }
}

/** Whether a statement failed because another row has a value that must be unique. */
export function isUniqueViolation(failure: unknown): boolean {
  return postgresCodeOf(failure) === UNIQUE_VIOLATION;
}

/** Translates an error of the driver to a `StorageError` where it is temporary; others are returned unchanged. */
export function translatePostgresFailure(failure: unknown): unknown {
  const code = postgresCodeOf(failure) ?? "";
  if (isConnectionLost(failure) || UNAVAILABLE_CODES.has(code)) {
    return new StorageUnavailableError(failure);
  }
  if (BUSY_CODES.has(code) || messageOf(failure) === POOL_TIMEOUT_MESSAGE) {
    return new StorageBusyError(failure);
  }
  return code === DISK_FULL ? new StorageFullError(failure) : failure;
}

/** Reasons why a start fails, by code, and what to do. */
const START_ADVICE: Readonly<Record<string, string>> = {
  "28P01": "refuses the user or the password",
  "28000": "refuses this user from this machine (pg_hba.conf)",
  "3D000": "has no such database: create it, with the encoding UTF8",
  "42501":
    "refuses this user the permission to read or create tables: grant it, or let the user own the database",
  "53100": "cannot be written, because its disk is full",
  [NO_CONNECTION_LEFT]:
    "has no free connection: raise max_connections and the CONNECTION LIMIT of the user and the database, or stop other clients",
  "55P03": "is locked by another process that migrates it for too long",
  "57P03": "is starting or stopping",
};

/**
 * Translates a failure of opening to an error with a readable message, with the original as its cause.
 *
 * @param address names the database, without a password
 */
export function translateOpeningFailure(failure: unknown, address: string): unknown {
  const code = postgresCodeOf(failure);
  const advice = code === undefined ? undefined : START_ADVICE[code];
  if (advice !== undefined) return worded(address, `${advice} (${code})`, failure);
  if (isConnectionLost(failure) || messageOf(failure) === POOL_TIMEOUT_MESSAGE) {
    return worded(address, `cannot be reached: ${messageOf(failure)}`, failure);
  }
  if (code === undefined) return failure;
  return worded(address, `refuses a connection or a statement: ${messageOf(failure)}`, failure);
}

const worded = (address: string, sentence: string, cause: unknown): Error =>
  new Error(`The database ${address} ${sentence}.`, { cause });

/**
 * Returns the code of an error of the server or of the network. It reads the property, because error
 * classes differ between the module realms of a process.
 */
function postgresCodeOf(failure: unknown): string | undefined {
  if (typeof failure !== "object" || failure === null || !("code" in failure)) return undefined;
  return typeof failure.code === "string" ? failure.code : undefined;
}

/** Several addresses of a host fail together, with an empty message: the first one says why. */
export function messageOf(failure: unknown): string {
  if (failure instanceof AggregateError && failure.message === "") {
    return messageOf(failure.errors[0]);
  }
  const isWorded = typeof failure === "object" && failure !== null && "message" in failure;
  return isWorded ? String(failure.message) : String(failure);
}
