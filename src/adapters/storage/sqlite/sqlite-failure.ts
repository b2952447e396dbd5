const SENTENCES: Readonly<Record<string, string>> = {
  SQLITE_NOTADB: "is not a database, or is encrypted",
  SQLITE_CORRUPT: "is damaged",
  SQLITE_CANTOPEN: "cannot be opened",
  SQLITE_PERM: "cannot be opened, because this user has no permission",
  SQLITE_READONLY: "cannot be written",
  SQLITE_FULL: "cannot grow, because the disk is full",
  SQLITE_IOERR: "cannot be read or written, because the disk fails",
  SQLITE_BUSY: "is locked by another process for too long",
  SQLITE_LOCKED: "is locked by another process for too long",
};

/** The codes of a file that is damaged, was replaced, or is on a disk that fails. */
const OF_DAMAGE: readonly string[] = [
  "SQLITE_CORRUPT",
  "SQLITE_NOTADB",
  "SQLITE_IOERR",
  "SQLITE_CANTOPEN",
  "SQLITE_READONLY",
];

/** Whether the file of a database cannot be used, for a reason that its operator has to remove. */
export const isOfDamage = (failure: unknown): boolean =>
  OF_DAMAGE.includes(primaryCodeOf(sqliteCodeOf(failure) ?? ""));

/** Extended codes refine the primary one with a third part: SQLITE_IOERR_WRITE. */
const primaryCodeOf = (code: string): string => code.split("_").slice(0, 2).join("_");

/**
 * Translates an error of the driver to an error with a readable message, with the original as its
 * cause. Other errors are returned unchanged.
 */
export function translateSqliteFailure(failure: unknown, file: string): unknown {
  const code = sqliteCodeOf(failure);
  if (code === undefined) return failure;
  const sentence = SENTENCES[primaryCodeOf(code)] ?? `refuses a statement: ${messageOf(failure)}`;
  return new Error(`The database ${file} ${sentence} (${code}).`, { cause: failure });
}

/**
 * Returns the code of an error of the driver, or `undefined` for other errors. It reads the property,
 * because error classes differ between the module realms of a process.
 */
export function sqliteCodeOf(failure: unknown): string | undefined {
  if (typeof failure !== "object" || failure === null || !("code" in failure)) return undefined;
  const { code } = failure;
  return typeof code === "string" && code.startsWith("SQLITE_") ? code : undefined;
}

function messageOf(failure: unknown): string {
  const isWorded = typeof failure === "object" && failure !== null && "message" in failure;
  return isWorded ? String(failure.message) : String(failure);
}
